import { changedFields } from './changes';

/**
 * Sends a form with `data-submit-on-change` as soon as a choice changes. Texts are sent with Enter. Filling in a field with
 * `data-chooses="NAME=VALUE"` makes that choice, and the form is then sent with its button, `data-apply`, which is shown
 * only while something waits to be sent.
 */
export function submitOnChange(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-submit-on-change]')) showWhenNeeded(form);
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

function showWhenNeeded(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLElement>('[data-apply]');
  if (button === null) return;
  const update = () => {
    button.hidden = changedFields(form).length === 0;
  };
  form.addEventListener('input', update);
  update();
}

/** Whether the choice has its own fields, which are filled in first. */
function isChosenByField({ name, value, form }: HTMLSelectElement): boolean {
  return form?.querySelector(`[data-chooses="${CSS.escape(name)}=${CSS.escape(value)}"]`) !== null;
}
