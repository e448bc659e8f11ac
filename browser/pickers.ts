/** Loads what lists names below a field, where the page has such fields. */
export async function attendPickers(): Promise<void> {
  if (document.querySelector('[data-picker]') === null) return;
  const { attachPickers } = await import('./picker');
  attachPickers();
}
