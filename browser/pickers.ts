/** Attaches the pickers of all fields with `data-picker` that are on the page. */
export function setUpPickers(): void {
  for (const box of document.querySelectorAll<HTMLElement>('[data-picker]')) void pickIn(box);
}

/** Loads the picker and attaches it to a field. */
export async function pickIn(box: HTMLElement): Promise<void> {
  const { attachPicker } = await import('./picker');
  attachPicker(box);
}
