// The shelf to choose a protocol from. What is chosen is shown as raters get it: beside the shelf where there is room, and
// on a narrow screen when its link is followed.
//   input[name="protocol"]   choosing one, before this script ran too, shows its preview
//   .option .see             without a script, leads to the preview; of what is not chosen it goes away
//   .trial                   where the preview stands; hidden until there is one

const trial = /** @type {HTMLElement | null} */ (document.querySelector('.trial'));
const frame = /** @type {HTMLIFrameElement | null} */ (document.querySelector('iframe[name="preview"]'));
const options = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[name="protocol"]'));
const roomy = matchMedia('(min-width: 64rem)');

/** @param {HTMLInputElement} option */
const linkOf = (option) => /** @type {HTMLAnchorElement | null | undefined} */ (option.closest('.option')?.querySelector('.see'));

/** @param {string} address */
function preview(address) {
  if (!frame || !trial) return;
  if (frame.src !== address) frame.src = address;
  trial.hidden = false;
}

function show() {
  for (const option of options) {
    const link = linkOf(option);
    if (!link) continue;
    link.hidden = roomy.matches || !option.checked;
    if (option.checked && roomy.matches) preview(link.href);
    else if (option.checked && trial && frame?.src !== link.href) trial.hidden = true;
  }
}

for (const option of options) {
  option.addEventListener('change', show);
  linkOf(option)?.addEventListener('click', (event) => {
    event.preventDefault();
    preview(/** @type {HTMLAnchorElement} */ (event.currentTarget).href);
    trial?.scrollIntoView({ block: 'start' });
    frame?.focus();
  });
}
roomy.addEventListener('change', show);
show();
