// A protocol is written: line numbers beside its text, its faults at their lines while one writes, and the rater's page
// beside it, as the text stands now; while it has faults, the page stays as it was.
//   form[data-faults]    posts what was written there; answers {faults: [{line, message}], remarks: [the same]}
//   iframe[data-written] the address that shows what stands in the form: its `data-sound`, entries of the form without faults
//   data-line, data-none words: "Line {line}:", and that there is nothing to mend

const DELAY = 600;
const form = /** @type {HTMLFormElement} */ (document.querySelector('form[data-faults]'));
const text = /** @type {HTMLTextAreaElement} */ (form.querySelector('#text'));
const numbers = /** @type {HTMLElement} */ (form.querySelector('.numbers'));
const beside = /** @type {HTMLElement} */ (form.querySelector('#faults'));

/** Lines with a fault. @type {Set<number>} */
let faulty = new Set();
let timer = 0;
let asked = 0;
/** What the frame shows. */
let previewed = written();

function written() {
  return JSON.stringify([...new FormData(form)]);
}

/** What was found without faults, tried; not where it stands there already. @param {string} sound */
function preview(sound) {
  const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe[data-written]'));
  if (sound === previewed) return;
  previewed = sound;
  frame.dataset.sound = sound;
  frame.contentWindow?.location.replace(frame.dataset.written ?? '');
}

function showNumbers() {
  const lines = text.value.split('\n').length;
  const shown = Array.from({ length: lines }, (_, n) => (faulty.has(n + 1) ? marked(n + 1) : String(n + 1)));
  numbers.replaceChildren(...shown.flatMap((line) => [line, '\n']));
  numbers.scrollTop = text.scrollTop;
}

/** @param {number} line */
function marked(line) {
  const mark = document.createElement('mark');
  mark.textContent = String(line);
  return mark;
}

/** Put the caret there. @param {number} line */
function goTo(line) {
  const lines = text.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  text.scrollTop = Math.max(0, (line - 6) * (text.scrollHeight / lines.length));
}

/** @typedef {{line: number | null, message: string}} Shown */

/** Remarks are none of them, and stand there when nothing else does. @param {Shown[]} faults @param {Shown[]} remarks */
function show(faults, remarks) {
  faulty = new Set(faults.flatMap(({ line }) => (line ? [line] : [])));
  showNumbers();
  if (faults.length === 0) {
    const none = document.createElement('p');
    none.className = 'none';
    none.textContent = form.dataset.none ?? '';
    beside.replaceChildren(none, ...(remarks.length ? [listOf(remarks, 'remarks')] : []));
    return;
  }
  beside.replaceChildren(listOf(faults, 'faults'));
}

/** @param {Shown[]} entries @param {string} kind */
function listOf(entries, kind) {
  const list = document.createElement('ul');
  list.className = kind;
  list.append(...entries.map(entry));
  return list;
}

/** @param {Shown} fault */
function entry({ line, message }) {
  const item = document.createElement('li');
  if (line) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = (form.dataset.line ?? '').replace('{line}', String(line));
    button.addEventListener('click', () => goTo(line));
    item.append(button, ' ');
  }
  item.append(message);
  return item;
}

async function look() {
  const number = ++asked;
  const looked = written(); // what is written meanwhile may have faults
  const body = new FormData();
  body.set('text', text.value);
  body.set('base', String(new FormData(form).get('base')));
  const answer = await fetch(form.dataset.faults ?? '', { method: 'POST', body }).catch(() => null);
  const found = answer?.ok ? await answer.json() : null;
  if (!found || number !== asked) return; // what was written since is looked at next
  show(found.faults, found.remarks);
  if (found.faults.length === 0) preview(looked);
}

form.addEventListener('input', () => {
  showNumbers();
  clearTimeout(timer);
  timer = setTimeout(look, DELAY);
});
text.addEventListener('scroll', () => (numbers.scrollTop = text.scrollTop));
numbers.hidden = false;
showNumbers();
look();

export {};
