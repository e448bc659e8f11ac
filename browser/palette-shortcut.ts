/** Ctrl-K, or Cmd-K, opens the palette. A key alone would be hit by who speaks to the computer (WCAG 2.1.4). */
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
    const { openPalette } = await import('./palette');
    openPalette(dialog);
  });
}
