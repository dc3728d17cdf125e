// Shows a page again when the work that it waits for is done; without it the reader follows the link beside the words.
//   [data-job]         the address of the job, which says how far it is
//   [data-progress]    a <progress> that shows it

const AT_FIRST = 300;
const AT_LAST = 2_000;

let pause = AT_FIRST;
const waiting = /** @type {HTMLElement | null} */ (document.querySelector('[data-job]'));
const bar = /** @type {HTMLProgressElement | null} */ (document.querySelector('[data-progress]'));

async function look() {
  try {
    const answer = await fetch(waiting?.dataset.job ?? '', { headers: { accept: 'application/json' } });
    const { state, done, total } = answer.ok ? await answer.json() : { state: 'waiting', done: 0, total: 0 };
    if (bar && total) {
      bar.max = total;
      bar.value = done;
    }
    if (state === 'done' || state === 'failed') {
      location.reload();
      return;
    }
  } catch {
    // The server is away; the next look may find it.
  }
  pause = Math.min(pause * 1.5, AT_LAST);
  setTimeout(look, pause);
}

if (waiting) setTimeout(look, pause);

export {};
