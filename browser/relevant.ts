/** Shows and sends a `data-when` fieldset while its choice has one of its values. A fieldset with an error stays. */
export function followChoices(): void {
  for (const part of document.querySelectorAll<HTMLFieldSetElement>('fieldset[data-when]')) {
    const [field = '', values = ''] = (part.dataset.when ?? '').split('=');
    const choice = part.form?.elements.namedItem(field);
    const unsent = part.nextElementSibling;
    if (!(choice instanceof HTMLSelectElement)) continue;
    const update = () => {
      const isShown = values.split('|').includes(choice.value);
      part.hidden = !isShown;
      part.disabled = !isShown;
      if (unsent instanceof HTMLInputElement) unsent.disabled = isShown;
    };
    if (part.querySelector('[aria-invalid]') === null) update();
    choice.addEventListener('change', update);
    part.form?.addEventListener('reset', () => window.setTimeout(update));
  }
}
