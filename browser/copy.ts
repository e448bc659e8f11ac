/** Puts the text of a pressed `data-copy` on the clipboard, and says so with the words of `data-copied`. */
export function copyOnPress(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null;
    if (button === null) return;
    await navigator.clipboard.writeText(button.dataset.copy ?? '');
    const said = button.querySelector('[aria-live]');
    if (said !== null) said.textContent = button.dataset.copied ?? '';
  });
}
