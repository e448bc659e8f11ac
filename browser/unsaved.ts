import { changedFields } from './changes';
import { staysOnPage } from './stays-on-page';

/** Asks before a page is left with changes of a `data-guarded` form: by anything but sending that form. */
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

/** What came back from the server is not saved either. */
export function isChanged(form: HTMLFormElement): boolean {
  return form.dataset.guarded === 'changed' || changedFields(form).length > 0;
}
