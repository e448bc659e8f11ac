/** Ctrl-K or Cmd-K focuses the search field of the page, as in the administration. */
export function searchOnShortcut(): void {
  const field = document.querySelector<HTMLInputElement>('input[data-search]');
  if (field === null) return;
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'k' || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}
