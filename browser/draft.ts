/** Browsers refuse an address that changes with every key. Milliseconds. */
const pause = 300;

/**
 * Keeps what is typed into a form in the address of its page, so that loading it again has it: the fields that
 * `data-draft` names, those with several values with spaces, as far as `data-draft-limit` lets the query be long.
 */
export function keepDrafts(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
    let timer = 0;
    form.addEventListener('input', () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => keep(form), pause);
    });
    // Another address would end what the form is sent for.
    form.addEventListener('submit', () => window.clearTimeout(timer));
  }
}

function keep(form: HTMLFormElement): void {
  const names = (form.dataset.draft ?? '').split(' ');
  const typed = new FormData(form);
  const query = new URLSearchParams(names.map((name) => [name, typed.getAll(name).join(' ')])).toString();
  // Nobody would read it there, and the form itself is sent to this address, whose length the server limits.
  if (query.length <= Number(form.dataset.draftLimit)) window.history.replaceState(null, '', `?${query}`);
}
