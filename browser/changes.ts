type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fields of a form that are not as the page showed them; without what says why they are changed, or how a preview is shown. */
export function changedFields(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (one): one is Control => isControl(one) && !one.closest('[data-save-bar], [data-preview]') && isChanged(one),
  );
}

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

function isChanged(control: Control): boolean {
  if (control.name === '' || control.disabled || control.type === 'hidden') return false;
  if (control instanceof HTMLSelectElement) return control.selectedIndex !== chosenAtFirst(control);
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (control.type === 'file') return (control.files?.length ?? 0) > 0;
  if (control.type === 'checkbox' || control.type === 'radio') return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

function chosenAtFirst({ options }: HTMLSelectElement): number {
  return Math.max(
    0,
    [...options].findIndex((option) => option.defaultSelected),
  );
}
