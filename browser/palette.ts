import { attachCombobox, type Combobox } from './combobox';
import { fetchPart } from './fetch-part';
import { listVisits, type Visit } from './visits';

const attached = new WeakMap<HTMLDialogElement, Combobox>();

/** Shows the matches of the typed text in the open palette. */
export function offerInPalette(dialog: HTMLDialogElement): void {
  const input = dialog.querySelector('input');
  const list = dialog.querySelector<HTMLElement>('[role=listbox]');
  if (input === null || list === null) return;
  const combobox = attached.get(dialog) ?? attach(dialog, input, list);
  attached.set(dialog, combobox);
  combobox.ask();
}

function attach(dialog: HTMLDialogElement, input: HTMLInputElement, list: HTMLElement): Combobox {
  const status = dialog.querySelector('[role=status]');
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  const combobox = attachCombobox({
    input,
    list,
    isEager: true,
    find: (text, signal) =>
      fetchPart(`/admin/search?${new URLSearchParams({ fragment: '1', q: text })}`, '[data-palette-results]', signal),
    onShown: (found) => {
      fill(list, 'page', listActions(input.value));
      fill(list, 'recent', listVisits());
      if (status !== null) status.textContent = found.getAttribute('data-palette-results');
    },
    onChosen: (option) => {
      dialog.close();
      option.click();
    },
  });
  dialog.addEventListener('close', combobox.clear);
  return combobox;
}

/** The actions of this page: the links next to its heading. A typed text has to occur in their names. */
function listActions(typed: string): readonly Visit[] {
  const links = document.querySelectorAll<HTMLAnchorElement>('main [data-page-actions] a[href]');
  return [...links]
    .map((link) => ({ href: link.href, name: link.textContent.trim() }))
    .filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));
}

/** Copies the row of a group for each visit. Without visits the group stays hidden. */
function fill(list: HTMLElement, group: 'page' | 'recent', visits: readonly Visit[]): void {
  const box = list.querySelector<HTMLElement>(`[data-palette-group=${group}]`);
  const row = box?.querySelector<HTMLAnchorElement>('a');
  if (!box || !row) return;
  box.hidden = visits.length === 0;
  for (const { href, name } of visits) {
    const copy = row.cloneNode(true);
    if (!(copy instanceof HTMLAnchorElement)) continue;
    copy.href = href;
    const label = copy.querySelector('[data-palette-name]');
    if (label !== null) label.textContent = name;
    row.before(copy);
  }
  row.remove();
}
