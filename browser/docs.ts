/** The module of the documentation. Every page works without it. */

import { copyOnPress } from './copy';

copyOnPress();
searchOnShortcut();

/** Ctrl-K or Cmd-K focuses the search field of the page, as in the administration. */
function searchOnShortcut(): void {
  const field = document.querySelector<HTMLInputElement>('input[data-search]');
  if (field === null) return;
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'k' || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}
