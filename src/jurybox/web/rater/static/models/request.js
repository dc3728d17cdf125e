// One request to the server, and what can come of it.

/** @import {Fault} from './wire.js' */

/** The server could not be reached. */
export class Offline extends Error {}

/** The server takes this browser for another rater, whose link was opened in it since. */
export class OtherRater extends Error {}

/** The server answered with an error. */
export class ServerError extends Error {
  /**
   * @param {number} status
   * @param {Fault[]} faults
   * @param {number | null} retryAfter seconds
   */
  constructor(status, faults, retryAfter) {
    super(faults[0]?.message ?? String(status));
    this.status = status;
    this.faults = faults;
    this.retryAfter = retryAfter;
  }

  /** Whether sending the same again later may succeed. */
  get passes() {
    return this.status >= 500 || this.status === 429;
  }
}

/** Whether it may be otherwise later. @param {unknown} error */
export const isPassing = (error) => error instanceof Offline || (error instanceof ServerError && error.passes);

/**
 * One request to the study's own API. Paths are relative to the page.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export function request(method, path, body) {
  const headers = body === undefined ? undefined : { 'Content-Type': 'application/json' };
  const options = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  return answerTo(fetch(new URL(path, document.baseURI), options));
}

/**
 * What the server says; rejects with one of the two errors.
 * @param {Promise<Response>} sent
 * @returns {Promise<any>}
 */
export async function answerTo(sent) {
  let response;
  try {
    response = await sent;
  } catch {
    throw new Offline();
  }
  const data = response.status === 204 ? null : await response.json().catch(() => {});
  if (!response.ok) throw new ServerError(response.status, faultsOf(data), Number(response.headers.get('Retry-After')) || null);
  if (data === undefined) throw new Offline(); // cut off on its way, or of a hotel's network that wants a sign-in
  return data;
}

/**
 * @param {any} data
 * @returns {Fault[]}
 */
function faultsOf(data) {
  if (Array.isArray(data?.errors) && data.errors.length > 0) return data.errors;
  return data?.error ? [data.error] : [];
}
