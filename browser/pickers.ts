/** Lists names below the fields `data-picker` that the page came with. */
export function attendPickers(): void {
  for (const box of document.querySelectorAll<HTMLElement>('[data-picker]')) void pickIn(box);
}

/** Loads what lists names, for one field. */
export async function pickIn(box: HTMLElement): Promise<void> {
  const { attachPicker } = await import('./picker');
  attachPicker(box);
}
