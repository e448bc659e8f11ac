const typedName = 'signet-typed-username';

/**
 * Switches the language of the page as soon as it is chosen. Keeps the username that was typed, also for the page that
 * a forgotten password leads to.
 */
export function switchLanguage(): void {
  restoreUsername();
  document.querySelector('main a[href^="/recover?"]')?.addEventListener('click', saveUsername);
  const form = document.querySelector<HTMLFormElement>('form[data-language]');
  form?.querySelector('select')?.addEventListener('change', () => {
    saveUsername();
    form.requestSubmit();
  });
  form?.querySelector('button')?.setAttribute('hidden', '');
}

function usernameField(): HTMLInputElement | null {
  return document.querySelector('main :is([name=username], [name=identifier]):not([type=hidden])');
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
  if (field !== null) field.value = typed;
}
