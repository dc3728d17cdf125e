// One file to the server in pieces. A piece that is lost on the way is sent again; what is there already is not.

const TRIES = 6;
const PAUSE = 1_000;

/** @typedef {{ kind: string, name: string, size: number, received: number }} Uploaded */

/** The files that are there, or partly. @param {string} address @returns {Promise<Uploaded[]>} */
export async function uploaded(address) {
  const answer = await fetch(address, { headers: { accept: 'application/json' } });
  return answer.ok ? (await answer.json()).files : [];
}

/** Send a file; the words of the server if it does not take it.
 * @param {string} address @param {{ file: File, name: string, kind: string, from: number }} one
 * @param {number} size of a piece @param {AbortSignal} signal
 * @param {(done: number) => void} progress @returns {Promise<string | null>} */
export async function sendFile(address, { file, name, kind, from }, size, signal, progress) {
  const about = { name, size: String(file.size), stamp: String(file.lastModified) };
  let offset = from;
  while (offset < file.size) {
    const query = new URLSearchParams({ ...about, offset: String(offset) });
    const body = file.slice(offset, offset + size);
    const answer = await sent(`${address}/${kind}?${query}`, body, signal);
    if (answer.ok) {
      offset = (await answer.json()).received;
    } else {
      const { error } = await answer.json();
      if (error.code !== 'upload.gap') return error.message;
      offset = Number(error.allowed) || 0;
    }
    progress(offset);
  }
  return null;
}

/** Put a piece, again and again while the network or the server is away.
 * @param {string} address @param {Blob} body @param {AbortSignal} signal */
async function sent(address, body, signal) {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await fetch(address, { method: 'PUT', body, signal });
      if (answer.status < 500 || answer.status === 507) return answer;
    } catch (error) {
      if (signal.aborted || tries >= TRIES) throw error;
    }
    if (tries >= TRIES) throw new Error('away');
    await new Promise((resume) => setTimeout(resume, PAUSE * tries));
  }
}
