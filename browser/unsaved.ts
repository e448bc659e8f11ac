import { changedFields } from './changes';
import { staysOnPage } from './pending-submit';

/** Asks before a page with changes in a `data-guarded` form is left, unless that form is sent. */
export function guardUnsaved(): void {
  let sent: HTMLFormElement | null = null;
  document.addEventListener('submit', (event) => {
    if (event.target instanceof HTMLFormElement && !staysOnPage(event)) sent = event.target;
  });
  window.addEventListener('pageshow', () => {
    sent = null;
  });
  window.addEventListener('beforeunload', (event) => {
    const forms = [...document.querySelectorAll<HTMLFormElement>('form[data-guarded]')];
    if (forms.some((form) => form !== sent && isChanged(form))) event.preventDefault();
  });
}

/** Values that came back from the server are not saved either. */
export function isChanged(form: HTMLFormElement): boolean {
  return form.dataset.guarded === 'changed' || changedFields(form).length > 0;
}
