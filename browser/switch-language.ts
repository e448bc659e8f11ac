const typedName = 'signet-typed-username';

/** Switches the language of the page as soon as it is chosen, and keeps the username that was typed. */
export function switchLanguage(): void {
  restoreUsername();
  const form = document.querySelector<HTMLFormElement>('form[data-language]');
  form?.querySelector('select')?.addEventListener('change', () => {
    saveUsername();
    form.requestSubmit();
  });
  form?.querySelector('button')?.setAttribute('hidden', '');
}

function usernameField(): HTMLInputElement | null {
  return document.querySelector('main input[name=username]:not([type=hidden])');
}

/** Only in this tab and for the next page, because an address would be in the history and in logs. */
function saveUsername(): void {
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
