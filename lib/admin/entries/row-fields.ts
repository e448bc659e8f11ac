import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '#lib/vocabulary/json';
import type { FieldKind } from '#lib/vocabulary/setting';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { PostedFields } from '../read-form';

/** The kinds of fields with a row for each item of a list, which has several columns. */
const columns = {
  roles: { name: 'line', display_name: 'line', description: 'line', groups: 'lines', default: 'check' },
  api_roles: { api: 'line', roles: 'lines' },
} as const;

export type RowKind = keyof typeof columns;

/** The keys that each item of a list has. */
const always: Readonly<Record<RowKind, readonly string[]>> = { roles: ['name'], api_roles: ['api', 'roles'] };

/** The text of each column of an item, by its key in the file. */
export type Row = Readonly<Record<string, string>>;

/** No list is longer. */
const maximumRows = 100;

/** Rows for new items below those that are there. */
const newRows = 3;

/** The name of the input that takes a row away. */
const removeColumn = 'remove';

export function isRowKind(kind: FieldKind): kind is RowKind {
  return Object.hasOwn(columns, kind);
}

/** The name of an input: of a column, or `remove`. */
export function rowInput(name: string, place: number, column: string): string {
  return `${name}.${place}.${column}`;
}

/** A list of the file as rows. */
export function rowsOf(kind: RowKind, value: unknown): readonly Row[] {
  const items = Array.isArray(value) ? value.filter(isJsonObject) : [];
  return items.map((item) =>
    Object.fromEntries(Object.entries(columns[kind]).map(([key, input]) => [key, shown(input, item[key])])),
  );
}

function shown(input: 'line' | 'lines' | 'check', value: unknown): string {
  if (input === 'check') return value === true ? 'on' : '';
  if (input === 'lines') return Array.isArray(value) ? value.filter((one) => typeof one === 'string').join('\n') : '';
  return typeof value === 'string' ? value : '';
}

/** How many rows a form shows: those that are there or were sent, and some for new items. */
export function countRows(kind: RowKind, name: string, values: PostedFields['all'], stored: unknown): number {
  const places = Array.from({ length: maximumRows + newRows }, (_, place) => place);
  const last = places.findLastIndex((place) => textsIn(kind, name, place, values).some((text) => text !== ''));
  return Math.min(maximumRows + newRows, Math.max(rowsOf(kind, stored).length, last + 1) + newRows);
}

/** The place of a row among those that are kept. Null for an empty row, and for one that is taken away. */
export function keptPlaces(kind: RowKind, name: string, values: PostedFields['all']): readonly (number | null)[] {
  let kept = 0;
  return Array.from({ length: maximumRows + newRows }, (_, place) => {
    const isKept =
      values[rowInput(name, place, removeColumn)]?.[0] !== 'on' &&
      textsIn(kind, name, place, values).some((text) => text !== '');
    if (!isKept) return null;
    kept += 1;
    return kept - 1;
  });
}

function textsIn(kind: RowKind, name: string, place: number, values: PostedFields['all']): readonly string[] {
  return Object.keys(columns[kind]).map((column) => plain(values[rowInput(name, place, column)]?.[0] ?? ''));
}

function plain(text: string): string {
  // In UTF-8, as a form is sent, half a surrogate pair is another character.
  return Buffer.from(text).toString().replaceAll('\r\n', '\n').trim();
}

/** The rows of a form, without empty ones and those that are taken away. */
export function sentRows(kind: RowKind, name: string, values: PostedFields['all']): readonly Row[] {
  const keys = Object.keys(columns[kind]);
  return keptPlaces(kind, name, values).flatMap((kept, place) => {
    if (kept === null) return [];
    const texts = textsIn(kind, name, place, values);
    return [Object.fromEntries(keys.map((key, index) => [key, texts[index] ?? '']))];
  });
}

/** Whether a form has the rows of a stored list as it was shown. */
export function areUntouched(kind: RowKind, name: string, { all }: PostedFields, stored: unknown): boolean {
  const before = rowsOf(kind, stored).map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, text]) => [key, plain(text)])),
  );
  return isDeepStrictEqual(sentRows(kind, name, all), before);
}

/** The rows of a form as a list of the file. */
export function readRows(kind: RowKind, name: string, { all }: PostedFields): readonly Wire[] {
  return sentRows(kind, name, all).map((row) =>
    Object.fromEntries(
      Object.entries(columns[kind]).flatMap(([key, input]) => {
        const text = row[key] ?? '';
        if (text === '' && !always[kind].includes(key)) return [];
        const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
        return [[key, input === 'check' ? true : input === 'lines' ? lines : text] as const];
      }),
    ),
  );
}

/** A list in words, with a line for each item, such as `approver: finance, audit`. */
export function rowLines(kind: RowKind, rows: readonly Row[], everyone: string): readonly string[] {
  const [first = ''] = Object.keys(columns[kind]);
  return rows.map((row) => {
    const others = [row.default === 'on' ? everyone : '', ...(row.groups ?? row.roles ?? '').split('\n')];
    const named = others.filter((text) => text !== '');
    return named.length === 0 ? (row[first] ?? '') : `${row[first]}: ${named.join(', ')}`;
  });
}
