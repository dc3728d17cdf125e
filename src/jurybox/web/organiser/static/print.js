// A page that is made for paper:
//   #print   prints it; without scripts the browser's own menu does
const print = document.getElementById('print');
if (print) {
  print.hidden = false;
  print.addEventListener('click', () => window.print());
}
