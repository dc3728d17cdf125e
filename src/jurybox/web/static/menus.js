// The menus of the top bar are <details class="menu">, which open and close without a script. This closes them when the
// reader goes elsewhere: by Escape, by the focus, or by a click beside them.

const menus = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll('details.menu'));

for (const menu of menus) {
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  menu.addEventListener('focusout', (event) => {
    if (event.relatedTarget instanceof Node && !menu.contains(event.relatedTarget)) menu.open = false;
  });
}

document.addEventListener('pointerdown', (event) => {
  for (const menu of menus) if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
});

export {};
