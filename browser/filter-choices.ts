/** A field `data-filter-choices` hides the boxes next to it that do not match its text, except checked ones. */
export function filterChoices(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-filter-choices]')) {
    const list = field.closest('[data-choices]');
    if (list === null) continue;
    field.hidden = false;
    field.addEventListener('input', () => show(list, field.value.trim().toLowerCase()));
    // The field is not part of the form.
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') event.preventDefault();
    });
  }
}

function show(list: Element, text: string): void {
  for (const box of list.querySelectorAll<HTMLElement>('[data-choice]')) {
    const isTicked = box.querySelector('input')?.checked ?? false;
    box.hidden = !isTicked && !(box.textContent ?? '').toLowerCase().includes(text);
  }
  for (const group of list.querySelectorAll<HTMLElement>('[data-choice-group]')) {
    const isEmpty = group.querySelector('[data-choice]:not([hidden])') === null;
    group.hidden = isEmpty;
    if (group instanceof HTMLDetailsElement && text !== '' && !isEmpty) group.open = true;
  }
}
