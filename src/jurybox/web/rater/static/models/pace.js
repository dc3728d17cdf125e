// What was done today: tasks, and the time that they took. Worked examples are no tasks, a correction is no further one.

/** @import {Judgement} from './wire.js' */

import { request } from './request.js';

export class Pace {
  tasks = 0;
  elapsed = 0;
  /** Tasks of which something was submitted in this visit. */
  #begun = new Set();

  /** Whether only the server can tell: a later step of a task may belong to one of today. */
  isStale = false;

  /** Whether the server is to be asked, now that this is there: it may be of an earlier visit. @param {Judgement} judgement */
  lacks({ assignment }) {
    return this.isStale || !this.#begun.has(assignment);
  }

  /**
   * @param {Judgement} judgement
   * @param {boolean} isFirst whether it is the first step of its task
   */
  count({ assignment, elapsed_ms: spent }, isFirst) {
    if (isFirst) this.tasks += 1;
    else if (!this.#begun.has(assignment)) this.isStale = true;
    this.#begun.add(assignment);
    this.elapsed += spent;
  }

  /** Something that is no task, and lacks nothing here. @param {Judgement} judgement */
  begin({ assignment }) {
    this.#begun.add(assignment);
  }

  /** What the server knows of today. */
  async read() {
    this.isStale = false;
    const since = new Date();
    since.setHours(0, 0, 0, 0);
    const before = { tasks: this.tasks, elapsed: this.elapsed };
    const { tasks, elapsed_ms: elapsed } = await request('GET', `api/pace?since=${since.toISOString()}`);
    this.tasks += tasks - before.tasks; // what was submitted meanwhile is not in the answer
    this.elapsed += elapsed - before.elapsed;
  }
}
