/** Ctrl-K, or Cmd-K, goes to the field that has it. A key alone would be hit by who speaks to the computer (WCAG 2.1.4). */
export function focusOnShortcut(): void {
  const field = document.querySelector<HTMLElement>('[aria-keyshortcuts~="Control+K"]');
  document.addEventListener('keydown', (event) => {
    if (field === null || event.key !== 'k' || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    field.focus();
  });
}
