/**
 * Copies the text of a pressed `data-copy` to the clipboard and confirms it with the words of `data-copied`. An empty
 * `data-copy` copies the code of its figure. A button that only a script can press was hidden.
 */
export function copyOnPress(): void {
  for (const button of document.querySelectorAll('[data-copy][hidden]')) button.removeAttribute('hidden');
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null;
    if (button === null) return;
    const code = button.closest('figure')?.querySelector('code')?.textContent ?? '';
    await navigator.clipboard.writeText(button.dataset.copy || code);
    const said = button.querySelector('[aria-live]');
    if (said !== null) said.textContent = button.dataset.copied ?? '';
  });
}
