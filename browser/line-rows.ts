import { pickIn } from './pickers';

/**
 * Shows each line of a `data-line-rows` as a row with a field. The attribute has the name of a row. With `data-pick` the
 * fields suggest names. The form still sends the text area.
 */
export function showLineRows(): void {
  for (const area of document.querySelectorAll<HTMLTextAreaElement>('textarea[data-line-rows]')) {
    // A field that does not apply yet is disabled too, and gets its rows.
    if (area.closest('fieldset:disabled:not([data-when])') === null) new LineRows(area).show(area.value.split('\n'));
  }
}

class LineRows {
  private readonly rows = document.createElement('div');
  private readonly add = document.createElement('button');
  private readonly id: string;
  private made = 0;

  constructor(private readonly area: HTMLTextAreaElement) {
    const { id, dataset } = area;
    this.id = id;
    this.rows.className = 'grid gap-2';
    this.add.type = 'button';
    this.add.textContent = dataset.add ?? '';
    this.add.className = 'w-fit cursor-pointer rounded text-sm underline underline-offset-4';
    this.add.addEventListener('click', () => this.insert(null).focus());
    area.hidden = true;
    area.removeAttribute('id');
    area.after(this.rows, this.add);
    // The text area gets its first value only after the event.
    area.form?.addEventListener('reset', () => window.setTimeout(() => this.show(area.value.split('\n'))));
  }

  show(lines: readonly string[]): void {
    this.rows.replaceChildren();
    const filled = lines.map((line) => line.trim()).filter((line, place) => line !== '' || place === 0);
    for (const line of filled) this.insert(null, line);
    this.markWrong(lines);
    this.name();
  }

  /** @param before the row after the new one, or null for the end */
  private insert(before: Element | null, value = ''): HTMLInputElement {
    const row = document.createElement('div');
    const input = document.createElement('input');
    const remove = document.createElement('button');
    row.className = 'flex gap-2';
    input.value = value;
    input.className = `${this.area.className} min-w-0 grow`;
    input.dir = 'ltr';
    input.spellcheck = false;
    input.autocomplete = 'off';
    input.addEventListener('input', () => this.write());
    input.addEventListener('change', () => this.write());
    input.addEventListener('paste', (event) => this.paste(event, row));
    input.addEventListener('keydown', (event) => {
      // With an active option, Enter chooses it.
      if (event.key !== 'Enter' || event.isComposing || input.hasAttribute('aria-activedescendant')) return;
      event.preventDefault();
      this.insert(row.nextElementSibling).focus();
    });
    remove.type = 'button';
    remove.textContent = this.area.dataset.remove ?? '';
    remove.className = 'cursor-pointer rounded px-2 text-muted-foreground text-sm hover:text-foreground';
    remove.addEventListener('click', () => this.remove(row));
    row.append(this.pickable(input), remove);
    this.rows.insertBefore(row, before);
    this.name();
    return input;
  }

  /** The field, with the elements around it that a picker needs. */
  private pickable(input: HTMLInputElement): HTMLElement {
    const { pick, suggestions = '' } = this.area.dataset;
    if (pick === undefined) return input;
    const box = document.createElement('div');
    const list = document.createElement('div');
    const status = document.createElement('span');
    box.className = 'relative min-w-0 grow';
    box.dataset.picker = pick;
    list.id = `${this.id}-list-${this.made++}`;
    list.role = 'listbox';
    list.ariaLabel = suggestions;
    list.className =
      'absolute inset-x-0 top-full z-10 mt-1 max-h-72 min-w-64 overflow-y-auto rounded-lg border border-border bg-card p-1 shadow-card';
    list.hidden = true;
    status.role = 'status';
    status.className = 'sr-only';
    box.append(input, list, status);
    void pickIn(box);
    return box;
  }

  private remove(row: HTMLElement): void {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    if (this.rows.childElementCount === 0) this.insert(null);
    this.write();
    this.name();
    (next?.querySelector('input') ?? this.add).focus();
  }

  /** Several lines become several rows. */
  private paste(event: ClipboardEvent, row: HTMLElement): void {
    const lines = (event.clipboardData?.getData('text') ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
    if (lines.length < 2) return;
    event.preventDefault();
    const after = row.nextElementSibling;
    if (this.inputs().find((input) => row.contains(input))?.value === '') row.remove();
    for (const line of lines) this.insert(after, line.trim());
    this.write();
    this.name();
  }

  private write(): void {
    this.area.value = this.inputs()
      .map((input) => input.value)
      .join('\n')
      .trimEnd();
    this.area.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** Makes the label and the links of the page lead to the first row. */
  private name(): void {
    this.inputs().forEach((input, place) => {
      input.ariaLabel = (this.area.dataset.lineRows ?? '').replace('{number}', String(place + 1));
      const described = this.area.getAttribute('aria-describedby');
      if (described !== null) input.setAttribute('aria-describedby', described);
      if (place === 0) input.id = this.id;
      else input.removeAttribute('id');
    });
  }

  private markWrong(lines: readonly string[]): void {
    const wrong = new Set((this.area.dataset.wrong ?? '').split(' ').filter(Boolean).map(Number));
    const filled = lines.flatMap((line, place) => (line.trim() === '' && place > 0 ? [] : [place + 1]));
    this.inputs().forEach((input, place) => {
      if (wrong.has(filled[place] ?? 0)) input.ariaInvalid = 'true';
    });
  }

  private inputs(): HTMLInputElement[] {
    return [...this.rows.querySelectorAll('input')];
  }
}
