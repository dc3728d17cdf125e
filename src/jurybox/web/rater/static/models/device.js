// What this device keeps of one study: judgements on their way, refused ones, drafts, units fetched ahead, who rates.
// In IndexedDB, one database per study; in memory where a browser has none or forbids it.

/** @import {Study} from './wire.js' */
/** @typedef {'outbox' | 'refused' | 'drafts' | 'packets' | 'about'} Store */
/** @typedef {any} Kept */

const STORES = /** @type {const} */ (['outbox', 'refused', 'drafts', 'packets', 'about']);
/** Those whose keys are numbers that grow, in the order in which things were put there. */
const NUMBERED = ['outbox', 'refused'];

/** How long a new store waits, so that the first unit is there before it. */
const MEANWHILE = 300;

export class Device {
  /** @type {IDBDatabase | null} */
  #database = null;
  /** @type {Map<Store, Map<string | number, Kept>>} */
  #memory = new Map(STORES.map((name) => [name, new Map()]));
  #number = 0;
  /** Nothing was ever kept here, so nothing need be looked up before the store is made, which takes its time. */
  #isNew = false;

  /** Whether what is kept outlives this page. */
  get lasts() {
    return this.#database !== null;
  }

  /** Opens the store meanwhile; whatever is asked of it waits for that. @param {string} study */
  constructor(study) {
    this.#isNew = attempt(() => isFirst(`jurybox ${study}`)) ?? false;
    const begins = this.#isNew ? new Promise((resolve) => setTimeout(resolve, MEANWHILE)) : Promise.resolve();
    this.opening = begins.then(() => opened(`jurybox ${study}`)).then((database) => (this.#database = database), () => null)
      .finally(() => (this.#isNew = false));
  }

  /**
   * @param {Store} store
   * @param {string | number} key
   * @returns {Promise<Kept | undefined>}
   */
  get(store, key) {
    return this.#do(store, 'readonly', (kept) => kept.get(key), (kept) => kept.get(key));
  }

  /** All of a store, in the order of their keys. @param {Store} store @returns {Promise<Kept[]>} */
  all(store) {
    return this.#do(store, 'readonly', (kept) => kept.getAll(), (kept) => [...kept.values()]);
  }

  /**
   * Keep something; rejects when the device is full. In a numbered store the number is put into it and given back.
   * @param {Store} store
   * @param {Kept} value
   * @param {string} [key]
   * @returns {Promise<any>}
   */
  put(store, value, key) {
    return this.#do(store, 'readwrite', (kept) => kept.put(value, key), (kept) => {
      if (NUMBERED.includes(store)) value.number ??= ++this.#number;
      kept.set(key ?? value.number, value);
      return key ?? value.number;
    });
  }

  /**
   * @param {Store} store
   * @param {string | number} key
   */
  delete(store, key) {
    return this.#do(store, 'readwrite', (kept) => kept.delete(key), (kept) => kept.delete(key));
  }

  /**
   * @param {Store} store
   * @param {IDBTransactionMode} mode
   * @param {(kept: IDBObjectStore) => IDBRequest} there
   * @param {(kept: Map<string | number, Kept>) => unknown} here
   * @returns {Promise<any>}
   */
  async #do(store, mode, there, here) {
    const database = this.#isNew && mode === 'readonly' ? null : await this.opening;
    if (!database) return here(/** @type {Map<string | number, Kept>} */ (this.#memory.get(store)));
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode, { durability: store === 'outbox' ? 'strict' : 'relaxed' });
      const request = there(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? request.error);
    });
  }
}

/** Whether this device never heard of a study; then it has. @param {string} name */
function isFirst(name) {
  if (localStorage.getItem(name)) return false;
  localStorage.setItem(name, '1');
  return true;
}

/**
 * @param {string} name
 * @returns {Promise<IDBDatabase>}
 */
function opened(name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of STORES) {
        request.result.createObjectStore(store, NUMBERED.includes(store) ? { keyPath: 'number', autoIncrement: true } : {});
      }
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Do something that no other page of this browser does at the same time. Plain http has no locks, but a note that stands
 * for one; where that can't be had for want of a network, the work is done all the same: sending twice is harmless.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(name, work) {
  if (navigator.locks) return navigator.locks.request(name, work);
  const note = await import('./lock_note.js').catch(() => null);
  return note ? note.withNote(name, work) : work();
}

/** What a function gives, or null where the browser forbids it. @template T @param {() => T} work */
export function attempt(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Once what was put on the page can be seen; at the latest after half a second, as in a tab that nobody looks at. */
export function painted() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 500);
  });
}

/** What is on its way behind the first paint, and is to be kept too. @type {Promise<unknown>[]} */
export const BEHIND = [];

/**
 * Load what nobody needs to read and to answer, once that can be seen.
 * @template T
 * @param {() => Promise<T>} load
 */
export function behind(load) {
  const loading = painted().then(load);
  BEHIND.push(loading);
  return loading;
}

/** Fields of which nothing is to be fetched. */
const OF_TEXTS = ['text', 'markdown', 'code', 'conversation', 'table'];

/**
 * What keeps pictures and clips for work without a network, where there are any, once what is in hand can be seen; without
 * a network there is nothing to fetch either.
 * @param {Study | null} study
 */
export async function media(study) {
  if (!study || Object.values(study.protocol.fields).every(({ type }) => OF_TEXTS.includes(type))) return null;
  await painted();
  return import('./pictures.js').catch(() => null);
}

/** Lets the browser paint and take keys between two pieces of work. */
export const breath = () => new Promise((resolve) => setTimeout(resolve));
