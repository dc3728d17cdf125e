// Before the modules are there: opens the session, so that the first units are on their way while the rest of the page
// loads, and says so when the page does not begin (a browser too old for it, or files that never came). A plain script in
// words that any browser knows.
(function () {
  /** @type {any} */
  var page = window;
  var token = location.hash.slice(1);
  var open = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token: token, ahead: 4 }) };
  if (page.fetch) {
    page.early = token ? fetch('api/session', open) : fetch('api/study');
    page.early.catch(function () {});
  }
  setTimeout(function () {
    var waiting = document.querySelector('.loading');
    if (waiting) waiting.textContent = waiting.getAttribute('data-late');
  }, 8000);
})();
