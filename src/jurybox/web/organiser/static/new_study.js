// The preview of the protocol that is chosen stands beside the cards.
//   [data-choose]             says that nothing is chosen yet, until something is
//   input[name="protocol"]    choosing one, before this script ran too, shows its preview; the links that do so without a script go away

const unchosen = /** @type {HTMLElement | null} */ (document.querySelector('[data-choose]'));
const frame = /** @type {HTMLIFrameElement | null} */ (document.querySelector('iframe[name="preview"]'));

for (const option of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[name="protocol"]'))) {
  const link = /** @type {HTMLAnchorElement | null | undefined} */ (option.closest('.option')?.querySelector('.see'));
  if (!link || !frame) continue;
  link.hidden = true;
  const show = () => {
    if (frame.src !== link.href) frame.src = link.href;
    if (unchosen) unchosen.hidden = true;
  };
  option.addEventListener('change', show);
  if (option.checked && !option.defaultChecked) show();
}
