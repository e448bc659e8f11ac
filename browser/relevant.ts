/**
 * Shows and sends a `data-when` fieldset while its choice has one of its values, or while the checkbox of one is ticked. A
 * fieldset with an error stays.
 */
export function followChoices(): void {
  for (const part of document.querySelectorAll<HTMLFieldSetElement>('fieldset[data-when]')) {
    const [field = '', values = ''] = (part.dataset.when ?? '').split('=');
    const unsent = part.nextElementSibling;
    const chosen = readerOf(part.form, field);
    if (chosen === null) continue;
    const update = () => {
      const isShown = chosen().some((value) => values.split('|').includes(value));
      part.hidden = !isShown;
      part.disabled = !isShown;
      if (unsent instanceof HTMLInputElement) unsent.disabled = isShown;
    };
    if (part.querySelector('[aria-invalid]') === null) update();
    part.form?.addEventListener('change', update);
    part.form?.addEventListener('reset', () => window.setTimeout(update));
  }
}

/** Reads what is chosen in a field: of a select, or of checkboxes. Null for any other field. */
function readerOf(form: HTMLFormElement | null, field: string): (() => readonly string[]) | null {
  const choice = form?.elements.namedItem(field);
  if (choice instanceof HTMLSelectElement) return () => [choice.value];
  const boxes = [...(form?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])];
  const own = boxes.filter(({ name }) => name === field);
  return own.length === 0 ? null : () => own.filter(({ checked }) => checked).map(({ value }) => value);
}
