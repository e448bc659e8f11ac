/**
 * Adds an empty row at the end of the element before a button `data-add-row`, which has the number of elements of a row. The
 * new row is the last one without its values, with the next number in its labels.
 */
export function addRows(): void {
  for (const button of document.querySelectorAll<HTMLElement>('button[data-add-row]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const rows = button.previousElementSibling;
      const last = [...(rows?.children ?? [])].slice(-Number(button.dataset.addRow));
      const added = last.map((part) => emptied(part));
      rows?.append(...added);
      added.find((part) => part instanceof HTMLInputElement)?.focus();
    });
  }
}

function emptied(part: Element): Element {
  const copy = document.createElement(part.localName);
  for (const { name, value } of part.attributes) if (name !== 'value') copy.setAttribute(name, value);
  copy.ariaLabel = part.ariaLabel?.replace(/\d+/, (number) => String(Number(number) + 1)) ?? null;
  return copy;
}
