import { isDeepStrictEqual } from 'node:util';
import { adminTexts } from '#lib/i18n/admin/texts';
import { languages } from '#lib/i18n/locales';
import { isJsonObject, jsonProblems, parseJson } from '#lib/vocabulary/json';
import type { FieldKind } from '#lib/vocabulary/setting';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { AdminError, type FieldProblem } from '../admin-error';
import { expectedDuration, formatDuration, isUnit, readDuration } from '../duration';
import type { PostedFields } from '../read-form';
import { areUntouched, isRowKind, readRows, rowLines, rowsOf } from './row-fields';

export type FieldKinds = Readonly<Record<string, FieldKind>>;

/** The value that lets the server choose. */
const automatic = 'auto';

/** The initial values of a form: the lines of a field, or the chosen options. */
type FormValues = Readonly<Record<string, readonly string[]>>;

/** The values of an entry as a form shows them. */
export function formValues(kinds: FieldKinds, entry: Wire): FormValues {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, shown(kind, entry[name])]));
}

function shown(kind: FieldKind, value: unknown): readonly string[] {
  switch (kind) {
    case 'line':
    case 'day':
    case 'choice':
      return [typeof value === 'string' ? value : ''];
    case 'lines':
    case 'group_names':
    case 'uris':
      return [texts(value).join('\n')];
    case 'check':
      return value === true ? ['on'] : [];
    case 'switch':
      return value === 'on' ? ['on'] : [];
    case 'duration':
      return [typeof value === 'number' ? formatDuration(value) : ''];
    case 'number':
      return [typeof value === 'number' ? String(value) : ''];
    case 'levels':
      return [shownLevels(value)];
    case 'roles':
    case 'api_roles':
      return [rowLines(kind, rowsOf(kind, value), adminTexts.shell.form.rows.everyone).join('\n')];
    case 'mapped_groups':
      return [shownMapping(value)];
    case 'groups':
      return shownGroups(value);
    case 'many':
      return texts(value);
    case 'words':
      return typeof value === 'string' ? splitWords(value) : [];
    case 'json':
      return [value === null || value === undefined ? '' : JSON.stringify(value, null, 2)];
    case 'page_texts':
      return ['', ...pageTexts.map(({ language, part }) => shownPageText(value, language, part))];
    case 'claim_rules':
      return shownRules(value);
    case 'filter':
      return shownFilter(value);
    case 'auto_check':
      return [typeof value === 'boolean' ? String(value) : automatic];
    case 'auto_duration':
      return [typeof value === 'number' ? formatDuration(value) : automatic];
    case 'auto_uris':
      return Array.isArray(value) ? ['listed', texts(value).join('\n')] : [automatic, ''];
    default:
      return kind satisfies never;
  }
}

/** The mode and the names. */
function shownFilter(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return ['*'];
  if ('deny' in value) return ['deny', ...texts(value.deny)];
  return 'allow' in value && value.allow !== '*' ? ['allow', ...texts(value.allow)] : ['*'];
}

function shownLevels(value: unknown): string {
  const names = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  // One equals sign belongs to the notation, so a name that ends with one needs another.
  return names.map(([name, level]) => (name.endsWith('=') ? `${name} = ${level}` : `${name} ${level}`)).join('\n');
}

/** The texts that a page can have, in the order of their fields. */
const pageTexts = Object.keys(languages).flatMap((language) =>
  (['title', 'subtitle'] as const).map((part) => ({ language, part })),
);

function shownPageText(value: unknown, language: string, part: string): string {
  const texts = isJsonObject(value) ? value[language] : undefined;
  const text = isJsonObject(texts) ? texts[part] : undefined;
  return typeof text === 'string' ? text : '';
}

/** Texts in languages that no page has stay. */
function readPageTexts(name: string, form: PostedFields, stored: unknown): unknown {
  const texts = new Map(Object.entries(isJsonObject(stored) ? stored : {}));
  for (const language of Object.keys(languages)) {
    const [title, subtitle] = [form.text(`${name}.${language}.title`), form.text(`${name}.${language}.subtitle`)];
    if (title === '' && subtitle === '') texts.delete(language);
    else texts.set(language, { ...(title !== '' && { title }), ...(subtitle !== '' && { subtitle }) });
  }
  return texts.size === 0 ? null : Object.fromEntries(texts);
}

/** The choice, the names and the prefix. */
function shownGroups(value: unknown): readonly string[] {
  if (!isJsonObject(value)) return ['named', '', ''];
  const { show, strip_prefix: prefix } = value;
  const lines = Array.isArray(show) ? texts(show).join('\n') : '';
  return [typeof show === 'string' ? show : 'listed', lines, typeof prefix === 'string' ? prefix : ''];
}

/** Whether a rule only tells the roles under another name. */
function namesRoles(rule: unknown): boolean {
  return isJsonObject(rule) && rule.from === 'roles' && rule.when_roles === undefined;
}

/** The other rules, and the name of the claim with the roles. */
function shownRules(value: unknown): readonly string[] {
  const rules = Array.isArray(value) ? value : [];
  const place = rules.findIndex(namesRoles);
  const others = rules.filter((_, index) => index !== place);
  const name: unknown = place === -1 ? '' : rules[place].claim;
  return [others.length === 0 ? '' : JSON.stringify(others, null, 2), typeof name === 'string' ? name : ''];
}

function shownMapping(value: unknown): string {
  const values = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return values.map(([name, groups]) => `${name}: ${texts(groups).join(', ')}`).join('\n');
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** One text for each field, to show the values that another administrator saved. */
export function savedTexts(kinds: FieldKinds, entry: Wire): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(formValues(kinds, entry)).flatMap(([name, values]) => {
      if (kinds[name] === 'check' || kinds[name] === 'switch') return [[name, values.length > 0 ? 'yes' : 'no']];
      const others = otherFields(kinds, name);
      if (others.length === 0) return [[name, values.join('\n')]];
      return partsOf(values, others).map((part, index) => [others[index - 1] ?? name, part.join('\n')]);
    }),
  );
}

/** The fields with the rest of a value whose mode is in the first field. */
function otherFields(kinds: FieldKinds, name: string): readonly string[] {
  switch (kinds[name]) {
    case 'filter':
      return [`${name}_names`];
    case 'auto_uris':
      return [`${name}_lines`];
    case 'groups':
      return [`${name}_lines`, `${name}_prefix`];
    case 'page_texts':
      return pageTexts.map(({ language, part }) => `${name}.${language}.${part}`);
    case 'claim_rules':
      return [`${name}_roles`];
    default:
      return [];
  }
}

/** What each field of a value has. The last one has the rest. */
function partsOf(values: readonly string[], others: readonly string[]): readonly (readonly string[])[] {
  return ['', ...others].map((_, index) => values.slice(index, index === others.length ? undefined : index + 1));
}

/** The input that names a field which the form does not send, because it is not relevant for the entry now. */
export const unchangedName = 'unchanged';

/**
 * Reads the fields as values of the configuration. The schema checks them later. A field that was not changed has the
 * stored value, which the file or the API may have written in another way than a form can: with spaces at its ends, or
 * with choices in another order.
 * @param stored the entry that the form shows. Empty for a new one
 * @throws AdminError `invalid` for a duration or JSON that cannot be read
 */
export function typedValues(kinds: FieldKinds, form: PostedFields, stored: Wire = {}): Wire {
  const problems: FieldProblem[] = [];
  const values: [string, unknown][] = [];
  const unchanged = new Set(form.list(unchangedName));
  for (const [name, kind] of Object.entries(kinds)) {
    if (unchanged.has(name)) continue;
    const isStored =
      Object.hasOwn(stored, name) &&
      (isRowKind(kind)
        ? areUntouched(kind, name, form, stored[name])
        : isUntouched(kinds, name, form, shown(kind, stored[name])));
    const result = isStored ? { value: stored[name] } : read(kind, name, form, stored[name]);
    if ('value' in result) values.push([name, result.value]);
    else problems.push({ field: name, code: result.problem, message: result.expected });
  }
  if (problems.length > 0) throw new AdminError('invalid', 'A value cannot be read', problems);
  return Object.fromEntries(values);
}

/** Whether a field is sent as it was shown. Browsers write line breaks in their way, and pages order choices in theirs. */
function isUntouched(kinds: FieldKinds, name: string, { list }: PostedFields, values: readonly string[]): boolean {
  const others = otherFields(kinds, name);
  const sent = [name, ...others].map(list);
  const before = partsOf(values, others);
  return isDeepStrictEqual(sent.map(plainTexts), before.map(plainTexts));
}

function plainTexts(texts: readonly string[]): readonly string[] {
  // In UTF-8, as a form is sent, half a surrogate pair is another character.
  return texts.map((text) => Buffer.from(text).toString().replaceAll('\r\n', '\n').trim()).toSorted();
}

type Read = { readonly value: unknown } | { readonly problem: string; readonly expected: string };

function read(kind: FieldKind, name: string, form: PostedFields, stored: unknown): Read {
  const text = form.text(name);
  switch (kind) {
    case 'line':
    case 'day':
    case 'choice':
      return { value: text === '' ? null : text };
    case 'lines':
    case 'group_names':
    case 'uris':
      return { value: form.lines(name) };
    case 'check':
      return { value: text === 'on' };
    case 'switch':
      return { value: text === 'on' ? 'on' : 'off' };
    case 'duration':
      return readSeconds(text, form.text(`${name}_unit`));
    case 'number':
      return readNumber(text.trim());
    case 'levels':
      return readLevels(form.lines(name));
    case 'roles':
    case 'api_roles':
      return { value: readRows(kind, name, form) };
    case 'mapped_groups':
      return readMapping(form.lines(name));
    case 'groups':
      return { value: readGroups(text, form.lines(`${name}_lines`), form.text(`${name}_prefix`).trim()) };
    case 'many':
      return { value: form.list(name) };
    case 'words':
      return { value: form.list(name).flatMap(splitWords).join(' ') };
    case 'json':
      return text === '' ? { value: null } : readJsonField(text);
    case 'claim_rules':
      return readRules(text, form.text(`${name}_roles`).trim(), stored);
    case 'auto_check':
      return { value: text === 'true' || text === 'false' ? text === 'true' : automatic };
    case 'auto_duration':
      return text === '' || text === automatic ? { value: automatic } : readSeconds(text, form.text(`${name}_unit`));
    case 'auto_uris':
      return { value: text === 'listed' ? form.lines(`${name}_lines`) : null };
    case 'page_texts':
      return { value: readPageTexts(name, form, stored) };
    case 'filter':
      return { value: readFilter(text, form.list(`${name}_names`)) };
    default:
      return kind satisfies never;
  }
}

/** The rule about the roles keeps its place. A new one is the first, so that others can replace what it says. */
function readRules(text: string, claim: string, stored: unknown): Read {
  const read = text.trim() === '' ? { value: [] } : readJsonField(text);
  if ('problem' in read || claim === '' || !Array.isArray(read.value)) return read;
  const place = Array.isArray(stored) ? Math.max(stored.findIndex(namesRoles), 0) : 0;
  return { value: read.value.toSpliced(place, 0, { claim, from: 'roles' }) };
}

function readFilter(mode: string, names: readonly string[]): unknown {
  if (mode === 'deny') return { deny: names };
  return { allow: mode === 'allow' ? names : '*' };
}

function readGroups(mode: string, lines: readonly string[], prefix: string): unknown {
  return {
    show: mode === 'listed' ? lines : mode,
    ...(mode === 'listed' && prefix !== '' && { strip_prefix: prefix }),
  };
}

function readSeconds(text: string, unit: string): Read {
  if (unit === automatic && /^\d+$/.test(text))
    return { problem: 'duration_without_unit', expected: 'expected a unit' };
  const value = readDuration(isUnit(unit) && /^\d+$/.test(text) ? `${text} ${unit}` : text);
  if (value !== undefined) return { value };
  return { problem: 'unreadable_duration', expected: expectedDuration };
}

function readNumber(text: string): Read {
  if (text === '') return { value: null };
  if (/^\d{1,9}$/.test(text)) return { value: Number(text) };
  return { problem: 'unreadable_number', expected: 'expected a whole number' };
}

function readLevels(lines: readonly string[]): Read {
  const read = lines.flatMap((line) => readLevel(line) ?? []);
  if (read.length < lines.length) {
    const expected = 'expected one name a line with its level, such as urn:example:sca 2';
    return { problem: 'unreadable_levels', expected };
  }
  const names = new Set(read.map(({ name }) => name));
  if (names.size < read.length) return { problem: 'repeated_name', expected: 'expected each name once' };
  return { value: Object.fromEntries(read.map(({ name, level }) => [name, level])) };
}

/** A name and its level, apart from it by spaces or an equals sign. In linear time, because a line may be long. */
function readLevel(line: string): { readonly name: string; readonly level: number } | null {
  const trimmed = line.trim();
  const before = trimmed.slice(0, -1);
  const name = before.trimEnd().replace(/=$/, '').trimEnd();
  if (name === '' || name === before || !/^[1-4]$/.test(trimmed.slice(-1))) return null;
  return { name, level: Number(trimmed.slice(-1)) };
}

/** A value may contain a colon, and a name of a group neither one nor a comma. */
function readMapping(lines: readonly string[]): Read {
  const read = lines.map((line) => {
    const colon = line.lastIndexOf(':');
    const groups = line.slice(colon + 1).split(',');
    return [line.slice(0, Math.max(colon, 0)).trim(), groups.map((name) => name.trim()).filter((name) => name !== '')];
  });
  if (read.some(([value, groups]) => value === '' || groups?.length === 0)) {
    const expected = 'expected a value, a colon and groups on each line, such as 5f2c0d1e: finance, audit';
    return { problem: 'unreadable_mapping', expected };
  }
  const mapping = Object.fromEntries(read);
  if (Object.keys(mapping).length === read.length) return { value: mapping };
  return { problem: 'repeated_name', expected: 'expected each value once' };
}

function readJsonField(text: string): Read {
  const parsed = parseJson(text);
  if ('value' in parsed) return parsed;
  if (parsed.problem === 'malformed') return { problem: 'unreadable_json', expected: 'expected JSON' };
  return { problem: `json_${parsed.problem}`, expected: `this JSON ${jsonProblems[parsed.problem]}` };
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/**
 * An entry with one value for each field of its forms. A dot leads into a group of the file, such as `theme.primary`.
 */
export function flatGroups(entry: Wire, groups: readonly string[]): Wire {
  const inner = groups.flatMap((group) =>
    Object.entries(membersOf(entry, group)).map(([key, value]) => [`${group}.${key}`, value] as const),
  );
  return { ...entry, ...Object.fromEntries(inner) };
}

/**
 * The values of a form in the structure of the file. Group members that the form does not have stay as they are stored.
 */
export function nestGroups(values: Wire, stored: Wire, groups: readonly string[]): Wire {
  const plain = Object.entries(values).filter(([name]) => !name.includes('.'));
  const changed = groups.filter((group) => Object.keys(values).some((name) => name.startsWith(`${group}.`)));
  const nested = changed.map((group) => {
    const own = Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(`${group}.`) ? [[name.slice(group.length + 1), value] as const] : [],
    );
    return [group, { ...membersOf(stored, group), ...Object.fromEntries(own) }] as const;
  });
  return { ...Object.fromEntries(plain), ...Object.fromEntries(nested) };
}

/** The keys of a group of the file. */
export function membersOf(entry: Wire, group: string): Wire {
  const value = entry[group];
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
