const typedName = 'signet-typed-username';

/** Choosing a language shows the page in it at once, with the username that was typed already. */
export function switchLanguage(): void {
  restoreUsername();
  const form = document.querySelector<HTMLFormElement>('form[data-language]');
  form?.querySelector('select')?.addEventListener('change', () => {
    keepUsername();
    form.requestSubmit();
  });
  form?.querySelector('button')?.setAttribute('hidden', '');
}

function usernameField(): HTMLInputElement | null {
  return document.querySelector('main input[name=username]:not([type=hidden])');
}

/** In this tab alone, for the page that follows: an address would lie in the history and in logs. */
function keepUsername(): void {
  const typed = usernameField()?.value ?? '';
  if (typed !== '') sessionStorage.setItem(typedName, typed);
}

function restoreUsername(): void {
  const typed = sessionStorage.getItem(typedName);
  if (typed === null) return;
  sessionStorage.removeItem(typedName);
  const field = usernameField();
  if (field !== null && field.value === '') field.value = typed;
}
