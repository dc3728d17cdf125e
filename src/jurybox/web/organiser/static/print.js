// A page that is made for paper:
//   #print   prints it; without scripts the browser's own menu does
const button = document.getElementById('print');
if (button) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}

export {};
