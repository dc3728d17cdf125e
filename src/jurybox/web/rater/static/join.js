// A link to join a study: sends on what stands in the address, and clears the address before anything else.
//   #join      the form; its fields are named like the parameters, and `token` is what stands behind the #
//   #cut-off   is shown where the address holds no token
const form = document.getElementById('join');
const parameters = new URLSearchParams(location.search);
parameters.set('token', location.hash.slice(1));
history.replaceState(null, '', location.pathname);
if (form instanceof HTMLFormElement && parameters.get('token')) {
  for (const field of form.querySelectorAll('input')) field.value = parameters.get(field.name) ?? '';
  form.submit();
} else {
  const told = document.getElementById('cut-off');
  if (told) told.hidden = false;
}

export {};
