// The parts of a browser that the page's models ask for, in memory and only as far as they ask. Importing this module
// puts them in place; it comes before the models.

let listeners = new EventTarget();

export const localStorage = new Map();
Object.assign(globalThis, {
  document: Object.assign(new EventTarget(), { baseURI: 'https://jury.example/rate/study/', documentElement: {}, hidden: false }),
  location: new URL('https://jury.example/rate/study/'),
  localStorage: {
    getItem: (name) => localStorage.get(name) ?? null,
    setItem: (name, value) => localStorage.set(name, String(value)),
    removeItem: (name) => localStorage.delete(name),
  },
  addEventListener: (type, listener) => listeners.addEventListener(type, listener),
  requestAnimationFrame: (work) => setTimeout(work),
});

/** Something that happens to the window. */
export const happens = (type) => listeners.dispatchEvent(new Event(type));

/** Every promise that waits for nothing outside has come to its end. */
export async function settled() {
  for (let round = 0; round < 10; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Something of the browser that this page has not; gives back how to put it there again. */
export function without(name, value = undefined) {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return () => (before ? Object.defineProperty(globalThis, name, before) : delete globalThis[name]);
}

// --- pages of one browser talk to each other

const channels = new Set();

class Channel {
  onmessage = null;

  constructor(name) {
    this.name = name;
    channels.add(this);
  }

  postMessage(data) {
    for (const other of channels) {
      if (other !== this && other.name === this.name) other.onmessage?.({ data: structuredClone(data) });
    }
  }
}
globalThis.BroadcastChannel = Channel;

// --- the server

/** What was asked for: {method, path, body}. */
export const asked = [];
let routes = {};

/** Answers by "METHOD path": what is sent, or a function of the body that gives it; an Error is no network. */
export function serve(answers) {
  routes = answers;
  asked.length = 0;
}

globalThis.fetch = async (url, { method = 'GET', body } = {}) => {
  const path = new URL(url).href.replace(document.baseURI, '');
  const data = body === undefined ? undefined : JSON.parse(body);
  asked.push({ method, path, body: data });
  const { [`${method} ${path.split('?')[0]}`]: route = () => refusal(404, 'not_found') } = routes;
  const made = await (typeof route === 'function' ? route(data) : route);
  if (made instanceof Error) throw new TypeError('Failed to fetch');
  return made instanceof Response ? made : answer(200, made);
};

export const answer = (status, data, headers = {}) => new Response(status === 204 ? null : JSON.stringify(data), { status, headers });
export const refusal = (status, code, headers) => answer(status, { error: { code, message: code, where: '' } }, headers);
export const offline = () => new Error('no network');
/** How often something was asked for. */
export const times = (method, path) => asked.filter((one) => one.method === method && one.path.split('?')[0] === path).length;

// --- IndexedDB: stores with keys of their own or numbers that grow, one transaction for each request

const databases = new Map();

class Store {
  rows = new Map();
  number = 0;

  constructor({ keyPath, autoIncrement } = {}) {
    Object.assign(this, { keyPath, autoIncrement });
  }

  put(value, key) {
    const copy = structuredClone(value);
    if (this.keyPath) key = copy[this.keyPath] ??= (this.number += 1);
    this.rows.set(key, copy);
    return { result: key };
  }

  get = (key) => ({ result: structuredClone(this.rows.get(key)) });
  getAll = () => ({ result: structuredClone([...this.rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)) });
  delete = (key) => ({ result: void this.rows.delete(key) });
}

class Database {
  stores = new Map();
  isFull = false;

  createObjectStore(name, options) {
    this.stores.set(name, new Store(options));
  }

  transaction(name, mode) {
    const isFull = this.isFull && mode === 'readwrite';
    const error = isFull ? new DOMException('full', 'QuotaExceededError') : null;
    const transaction = { error, objectStore: () => (isFull ? new Store() : this.stores.get(name)) };
    queueMicrotask(() => (isFull ? transaction.onabort() : transaction.oncomplete()));
    return transaction;
  }
}

/** The databases of this browser, by name. */
export const database = (name) => databases.get(name);

/** With this a browser keeps things; without it, as in some private windows, everything stays in memory. */
export const indexedDB = {
  open(name) {
    const isNew = !databases.has(name);
    if (isNew) databases.set(name, new Database());
    const request = { result: databases.get(name) };
    queueMicrotask(() => {
      if (isNew) request.onupgradeneeded();
      request.onsuccess();
    });
    return request;
  },
};
globalThis.indexedDB = indexedDB;

/** Nothing is kept, no page is open, nobody asked. */
export function forget() {
  databases.clear();
  localStorage.clear();
  channels.clear();
  listeners = new EventTarget();
  serve({});
}
