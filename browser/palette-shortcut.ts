/**
 * Ctrl-K or Cmd-K opens the palette. Speech input could trigger a single key by accident (WCAG 2.1.4). The palette opens
 * before the rest of its script has loaded, and its field takes what is typed meanwhile.
 */
export function openPaletteOnShortcut(): void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-palette]');
  if (dialog === null) return;
  const hint = document.querySelector<HTMLElement>('[data-palette-keys]');
  if (hint !== null) {
    if (/Mac|iPhone|iPad/.test(navigator.platform)) hint.textContent = '⌘ K';
    hint.hidden = false;
  }
  document.addEventListener('keydown', async (event) => {
    if (event.key !== 'k' || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const input = dialog.querySelector('input');
    if (dialog.open) return input?.select();
    if (input !== null) input.value = '';
    dialog.showModal();
    const { offerInPalette } = await import('./palette');
    if (dialog.open) offerInPalette(dialog);
  });
}
