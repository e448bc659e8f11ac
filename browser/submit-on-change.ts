/** Sends a form as soon as something is chosen in it, where it says `data-submit-on-change`. Texts are sent by Enter. */
export function submitOnChange(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement)
      target.closest<HTMLFormElement>('form[data-submit-on-change]')?.requestSubmit();
  });
}
