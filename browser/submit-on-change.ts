/**
 * Sends a form as soon as something is chosen in it, where it says `data-submit-on-change`. Texts are sent by Enter. A
 * field `data-chooses="NAME=VALUE"` that is filled in makes that choice; then it is sent by the button.
 */
export function submitOnChange(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && !isChosenByField(target))
      target.closest<HTMLFormElement>('form[data-submit-on-change]')?.requestSubmit();
  });
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.value === '') return;
    const [name = '', value = ''] = (target.dataset.chooses ?? '').split('=');
    const select = target.form?.elements.namedItem(name);
    if (select instanceof HTMLSelectElement) select.value = value;
  });
}

/** The choice has fields of its own, which are filled in first. */
function isChosenByField({ name, value, form }: HTMLSelectElement): boolean {
  return form?.querySelector(`[data-chooses="${CSS.escape(name)}=${CSS.escape(value)}"]`) !== null;
}
