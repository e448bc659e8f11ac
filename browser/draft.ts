/** In milliseconds, because browsers refuse an address that changes with every key. */
const pause = 300;

/**
 * Keeps the values of a form in the address of its page, so that they survive a reload: the fields that `data-draft`
 * names, with several values separated by spaces, if the query is no longer than `data-draft-limit`.
 */
export function keepDrafts(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
    let timer = 0;
    form.addEventListener('input', () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => keep(form), pause);
    });
    // A change of the address would cancel the submission.
    form.addEventListener('submit', () => window.clearTimeout(timer));
  }
}

function keep(form: HTMLFormElement): void {
  const names = (form.dataset.draft ?? '').split(' ');
  const typed = new FormData(form);
  const query = new URLSearchParams(names.map((name) => [name, typed.getAll(name).join(' ')])).toString();
  // The form is also sent to this address, and the server limits its length.
  if (query.length <= Number(form.dataset.draftLimit)) window.history.replaceState(null, '', `?${query}`);
}
