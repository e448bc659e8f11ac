/** A block of a document. Texts are Markdown of one line, as `renderInline` takes it. */
export type Block =
  | { readonly kind: 'heading'; readonly depth: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly info: string; readonly code: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Block[])[] };

type Read = { readonly block: Block; readonly next: number };

/**
 * Reads the Markdown that our documents use (CommonMark 0.31 and the tables of GitHub): headings with #, paragraphs,
 * fenced code, tables, and lists that hold any of these. What it does not know, such as HTML, stays text.
 */
export function parseBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    if (isBlank(lines[at])) at += 1;
    else {
      const { block, next } =
        readCode(lines, at) ??
        readHeading(lines, at) ??
        readTable(lines, at) ??
        readList(lines, at) ??
        readText(lines, at);
      blocks.push(block);
      at = next;
    }
  }
  return blocks;
}

const isBlank = (line = '') => line.trim() === '';
const fence = /^```(.*)$/;
const heading = /^(#{1,6}) +(.+?)(?: +#+)?$/;
const marker = /^(- |\d{1,9}\. )(.*)$/;

function readCode(lines: readonly string[], at: number): Read | null {
  const info = fence.exec(lines[at] ?? '')?.[1];
  if (info === undefined) return null;
  const end = lines.findIndex((line, index) => index > at && line.startsWith('```'));
  const last = end === -1 ? lines.length : end;
  return { block: { kind: 'code', info: info.trim(), code: lines.slice(at + 1, last).join('\n') }, next: last + 1 };
}

function readHeading(lines: readonly string[], at: number): Read | null {
  const [, marks = '', text = ''] = heading.exec(lines[at] ?? '') ?? [];
  return marks === '' ? null : { block: { kind: 'heading', depth: marks.length, text }, next: at + 1 };
}

/** A row of headings, a row of dashes, and more rows. */
function readTable(lines: readonly string[], at: number): Read | null {
  if (!lines[at]?.startsWith('|') || !/^\|( *:?-+:? *\|)+$/.test(lines[at + 1] ?? '')) return null;
  let next = at + 2;
  while (lines[next]?.startsWith('|')) next += 1;
  const head = cellsOf(lines[at] ?? '');
  return { block: { kind: 'table', head, rows: lines.slice(at + 2, next).map(cellsOf) }, next };
}

/** A bar with a backslash is one of the text, in code as well. */
function cellsOf(row: string): string[] {
  const cells = row
    .trim()
    .slice(1)
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** What belongs to an item is indented as far as the text of its first line. */
function readList(lines: readonly string[], at: number): Read | null {
  const isOrdered = /^\d/.test(lines[at] ?? '');
  const items: (readonly Block[])[] = [];
  let next = at;
  for (let found = marker.exec(lines[next] ?? ''); found !== null; found = marker.exec(lines[next] ?? '')) {
    const [, mark = '', first = ''] = found;
    if (/^\d/.test(mark) !== isOrdered) break;
    const end = endOfItem(lines, next + 1, mark.length);
    const rest = lines.slice(next + 1, end).map((line) => line.slice(mark.length));
    items.push(parseBlocks([first, ...rest]));
    next = end;
    while (isBlank(lines[next]) && next < lines.length) next += 1;
  }
  return items.length === 0 ? null : { block: { kind: 'list', isOrdered, items }, next };
}

function endOfItem(lines: readonly string[], from: number, width: number): number {
  const indent = ' '.repeat(width);
  const end = lines.findIndex((line, index) => index >= from && !isBlank(line) && !line.startsWith(indent));
  return end === -1 ? lines.length : end;
}

/** Lines until a blank one, or one that begins another block. */
function readText(lines: readonly string[], at: number): Read {
  let next = at + 1;
  while (next < lines.length && !isBlank(lines[next]) && !beginsBlock(lines, next)) next += 1;
  const text = lines.slice(at, next).map((line) => line.trim());
  return { block: { kind: 'paragraph', text: text.join(' ') }, next };
}

function beginsBlock(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  return fence.test(line) || heading.test(line) || line.startsWith('- ') || readTable(lines, at) !== null;
}
