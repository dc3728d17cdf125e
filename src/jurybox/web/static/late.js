// Says so when the page does not begin: a browser too old for its modules, or files that never came. A plain script in
// words that any browser knows.
setTimeout(function () {
  var waiting = document.querySelector('.loading');
  if (waiting) waiting.textContent = waiting.getAttribute('data-late');
}, 8000);
