// Puts what was entered into a refused form back into its fields: texts, choices and ticks.
//   form[data-sent]   everything that was sent, in hidden fields, under the address that it was sent to
//   .mine             a field that is not as the study has it now, but as it was entered

/** What a form says of the page that it was filled in on; not what somebody entered. */
const OF_PAGE = ['seen', 'decided'];

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** @param {HTMLFormElement} form */
const address = (form) => new URL(form.getAttribute('action') ?? '', form.baseURI).href;

/** @param {HTMLFormElement} form @returns {Field[]} */
const fields = (form) => /** @type {Field[]} */ ([...form.elements].filter((one) => 'name' in one && one.name));

/**
 * Whether a form of the page is the one that was sent: to the same address, about the same thing.
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement} sent
 * @param {FormData} values
 */
function isIt(form, sent, values) {
  if (form === sent || address(form) !== address(sent)) return false;
  return fields(form).every((field) => {
    if (field.type === 'hidden') return OF_PAGE.includes(field.name) || values.getAll(field.name).includes(field.value);
    return !(field instanceof HTMLSelectElement) || fits(field, values);
  });
}

/** @param {HTMLSelectElement} field @param {FormData} values */
function fits(field, values) {
  const value = values.get(field.name);
  return value === null || [...field.options].some((one) => one.value === value);
}

/** @param {Field} field @param {FormData} values @returns {boolean} whether it was otherwise */
function fill(field, values) {
  const entered = values.getAll(field.name);
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    const before = field.checked;
    field.checked = entered.includes(field.value);
    return before !== field.checked;
  }
  if (field.type === 'hidden' || entered.length === 0 || field.value === entered[0]) return false;
  field.value = String(entered[0]);
  return true;
}

/** @param {Document} page */
export function refill(page) {
  const sent = /** @type {HTMLFormElement | null} */ (page.querySelector('form[data-sent]'));
  if (!sent) return;
  const values = new FormData(sent);
  const form = [...page.forms].find((one) => isIt(one, sent, values));
  if (!form) return;
  for (const field of fields(form)) {
    if (fill(field, values)) (field.closest('label') ?? field).classList.add('mine');
  }
  const folded = form.closest('details');
  if (folded) folded.open = true;
}

refill(document);
