// The time that a rater spends on a task.

/** Counts the time while the page can be seen. */
export class Stopwatch {
  #spent = 0;
  #since = document.hidden ? null : performance.now();

  constructor() {
    document.addEventListener('visibilitychange', () => {
      this.#spent = this.elapsed();
      this.#since = document.hidden ? null : performance.now();
    });
  }

  restart() {
    this.#spent = 0;
    this.#since = document.hidden ? null : performance.now();
  }

  elapsed() {
    return this.#spent + (this.#since === null ? 0 : performance.now() - this.#since);
  }
}
