// What was entered before a script ran, on a slow network or by going back: no event tells of it.

/** Whether a form is no longer as the server sent it. @param {HTMLFormElement} form */
export const isChanged = (form) => [...form.elements].some(isFieldChanged);

/** @param {Element} field */
export function isFieldChanged(field) {
  if (field instanceof HTMLSelectElement) return isChosen(field);
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) return true;
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue;
}

/** Whether another option is chosen than the one it began with: the first, where none is marked. @param {HTMLSelectElement} field */
function isChosen(field) {
  const options = [...field.options];
  const first = options.some((one) => one.defaultSelected) || field.multiple ? undefined : options[0];
  return options.some((one) => one.selected !== (one.defaultSelected || one === first));
}
