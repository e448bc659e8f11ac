import { staysOnPage } from './stays-on-page';

/**
 * Shows the `data-unsaved` of a form once something was typed into it, and asks before the page is left with it: by
 * anything but sending that form.
 */
export function guardUnsaved(): void {
  let sent: HTMLFormElement | null = null;
  const noteOf = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[data-unsaved]');
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest('form') : null;
    const note = form === null ? null : noteOf(form);
    if (note !== null) note.hidden = false;
  });
  document.addEventListener('submit', (event) => {
    if (event.target instanceof HTMLFormElement && !staysOnPage(event)) sent = event.target;
  });
  window.addEventListener('pageshow', () => {
    sent = null;
  });
  window.addEventListener('beforeunload', (event) => {
    const isDirty = (form: HTMLFormElement) => form !== sent && noteOf(form)?.hidden === false;
    if ([...document.forms].some(isDirty)) event.preventDefault();
  });
}
