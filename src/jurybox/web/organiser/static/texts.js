// Files and folders that are dropped or chosen, sent in pieces with their progress; what stopped goes on where it was.
// Without it the form sends the files as it is.
//   form[data-upload]    the address of the study's upload; data-after is posted when all files are there
//                        data-largest, data-piece: bytes; data-of-tables, data-of-media, data-of-people: suffixes
//                        data-wrong, data-large, data-stopped: words
//   [data-here]          shown where this script runs      [data-going]  shown while files are sent
import { droppedFiles } from './dropped_files.js';
import { sendFile, uploaded } from './pieces.js';
import { shown } from './refusals.js';

/** @typedef {{ file: File, name: string, kind: string }} Wanted */

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-upload]'));
if (form) prepare(form);

/** @param {HTMLFormElement} form */
function prepare(form) {
  for (const hidden of form.querySelectorAll('[data-here]')) /** @type {HTMLElement} */ (hidden).hidden = false;
  form.classList.add('ready');
  for (const over of ['dragenter', 'dragover']) form.addEventListener(over, (event) => mark(event, true));
  for (const out of ['dragleave', 'dragend']) form.addEventListener(out, (event) => mark(event, false));
  form.addEventListener('drop', async (event) => {
    mark(event, false);
    if (event.dataTransfer) await send(form, await droppedFiles(event.dataTransfer));
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form, chosen(form));
  });

  /** @param {Event} event @param {boolean} over */
  function mark(event, over) {
    event.preventDefault();
    form.classList.toggle('over', over);
  }
}

/** The files of the form's own fields. @param {HTMLFormElement} form */
function chosen(form) {
  /** @type {{ file: File, name: string, kind?: string }[]} */
  const found = [];
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('input[type="file"]'))) {
    for (const file of input.files ?? []) {
      const name = file.webkitRelativePath.split('/').slice(1).join('/') || file.name;
      found.push({ file, name, kind: input.name || undefined });
    }
  }
  return found;
}

/** @param {HTMLFormElement} form @param {{ file: File, name: string, kind?: string }[]} given */
async function send(form, given) {
  const refuse = (/** @type {string} */ name, /** @type {string} */ why) => shown?.keep([`${name}: ${why}`]);
  const wanted = sorted(form, given, refuse);
  if (!wanted.length) return;
  const going = /** @type {HTMLElement} */ (form.querySelector('[data-going]'));
  const stop = new AbortController();
  /** @type {HTMLElement} */ (going.querySelector('[data-cancel]')).onclick = () => stop.abort();
  going.hidden = false;
  try {
    const taken = await sendAll(form, wanted, going, stop.signal, refuse);
    going.hidden = true;
    if (!taken) return;
    await fetch(form.dataset.after ?? '', { method: 'POST' });
    location.assign(location.pathname);
  } catch {
    going.hidden = true;
    if (stop.signal.aborted) location.reload();
    else stopped(form);
  }
}

/** @param {HTMLFormElement} form */
function stopped(form) {
  const told = /** @type {HTMLElement} */ (form.querySelector('[data-halted]'));
  told.textContent = form.dataset.stopped ?? '';
  told.hidden = false;
}

/** How many files were taken; one that the server does not take stops no other.
 * @param {HTMLFormElement} form @param {Wanted[]} wanted @param {HTMLElement} going @param {AbortSignal} signal
 * @param {(name: string, why: string) => void} refuse */
async function sendAll(form, wanted, going, signal, refuse) {
  const bar = /** @type {HTMLProgressElement} */ (going.querySelector('progress'));
  const label = /** @type {HTMLElement} */ (going.querySelector('[data-name]'));
  bar.max = wanted.reduce((sum, { file }) => sum + file.size, 0);
  const address = form.dataset.upload ?? '';
  const parts = (await uploaded(address)).filter(({ size, received }) => received < size);
  const known = new Map(parts.map(({ kind, name, size, received }) => [`${kind}/${name}/${size}`, received]));
  let before = 0;
  let taken = 0;
  for (const one of wanted) {
    label.textContent = one.name;
    const from = known.get(`${one.kind}/${one.name}/${one.file.size}`) ?? 0;
    const fault = await sendFile(address, { ...one, from }, Number(form.dataset.piece), signal, (done) => {
      bar.value = before + done;
    });
    if (fault) refuse(one.name, fault);
    else taken += 1;
    before += one.file.size;
  }
  return taken;
}

/** What each file is for; what can't be sent is told. Hidden files of the system are passed over.
 * @param {HTMLFormElement} form @param {{ file: File, name: string, kind?: string }[]} given
 * @param {(name: string, why: string) => void} refuse @returns {Wanted[]} */
function sorted(form, given, refuse) {
  const { wrong = '', large = '', largest = '0' } = form.dataset;
  const found = [];
  for (const { file, name, kind } of given) {
    const last = name.split('/').at(-1) ?? '';
    if (last.startsWith('.') || last === 'Thumbs.db' || !file.size) continue;
    const use = kind ?? kindOf(form, name.toLowerCase());
    if (!use) refuse(name, wrong);
    else if (file.size > Number(largest)) refuse(name, large);
    else found.push({ file, name, kind: use });
  }
  return found;
}

/** @param {HTMLFormElement} form @param {string} name */
function kindOf(form, name) {
  /** @param {string | undefined} suffixes */
  const fits = (suffixes) => (suffixes ?? '').split(',').some((suffix) => suffix && name.endsWith(suffix));
  const { ofTables, ofMedia, ofPeople } = form.dataset;
  if (fits(ofPeople)) return 'people';
  return fits(ofTables) ? 'tables' : fits(ofMedia) ? 'media' : null;
}
