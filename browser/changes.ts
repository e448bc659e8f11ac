type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The changed fields of a form, except those of the save bar and of the preview. */
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
