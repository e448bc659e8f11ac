import { adminTexts } from '#lib/i18n/admin/texts';
import { languages } from '#lib/i18n/locales';
import { isJsonObject, jsonProblems, parseJson } from '#lib/vocabulary/json';
import type { FieldKind } from '#lib/vocabulary/setting';
import { expectedDuration, formatDuration, isUnit, readDuration } from '../duration';
import { type PostedFields, wordsOf } from '../read-form';
import { type RowKind, readRows, rowLines, rowsOf } from './row-fields';

type Read = { readonly value: unknown } | { readonly problem: string; readonly expected: string };

type Sent = {
  readonly name: string;
  /** The text of the field itself. */
  readonly text: string;
  readonly form: PostedFields;
  /** The value of the entry that the form shows. */
  readonly stored: unknown;
};

type FieldInput = {
  /** The texts that the form shows for a value: those of its field, then those of the others. */
  readonly show: (value: unknown) => readonly string[];
  readonly read: (sent: Sent) => Read;
  /** The fields with the rest of a value whose mode is in the first field. */
  readonly others?: (name: string) => readonly string[];
};

/** The value that lets the server choose. */
const automatic = 'auto';

/** The texts that a page can have, in the order of their fields. */
const pageTexts = Object.keys(languages).flatMap((language) =>
  (['title', 'subtitle'] as const).map((part) => ({ language, part })),
);

const line: FieldInput = {
  show: (value) => [typeof value === 'string' ? value : ''],
  read: ({ text }) => ({ value: text === '' ? null : text }),
};

const lines: FieldInput = {
  show: (value) => [texts(value).join('\n')],
  read: ({ name, form }) => ({ value: form.lines(name) }),
};

const rows = (kind: RowKind): FieldInput => ({
  show: (value) => [rowLines(kind, rowsOf(kind, value), adminTexts.shell.form.rows.everyone).join('\n')],
  read: ({ name, form }) => ({ value: readRows(kind, name, form) }),
});

/** How a form shows and reads a value of each kind. */
export const fieldInputs: Readonly<Record<FieldKind, FieldInput>> = {
  line,
  day: line,
  choice: line,
  lines,
  group_names: lines,
  uris: lines,
  roles: rows('roles'),
  api_roles: rows('api_roles'),
  check: {
    show: (value) => (value === true ? ['on'] : []),
    read: ({ text }) => ({ value: text === 'on' }),
  },
  switch: {
    show: (value) => (value === 'on' ? ['on'] : []),
    read: ({ text }) => ({ value: text === 'on' ? 'on' : 'off' }),
  },
  duration: {
    show: (value) => [typeof value === 'number' ? formatDuration(value) : ''],
    read: readSeconds,
  },
  auto_duration: {
    show: (value) => [typeof value === 'number' ? formatDuration(value) : automatic],
    read: (sent) => (sent.text === '' || sent.text === automatic ? { value: automatic } : readSeconds(sent)),
  },
  auto_check: {
    show: (value) => [typeof value === 'boolean' ? String(value) : automatic],
    read: ({ text }) => ({ value: text === 'true' || text === 'false' ? text === 'true' : automatic }),
  },
  auto_uris: {
    show: (value) => (Array.isArray(value) ? ['listed', texts(value).join('\n')] : [automatic, '']),
    read: ({ name, text, form }) => ({ value: text === 'listed' ? form.lines(`${name}_lines`) : null }),
    others: (name) => [`${name}_lines`],
  },
  number: {
    show: (value) => [typeof value === 'number' ? String(value) : ''],
    read: ({ text }) => readNumber(text.trim()),
  },
  levels: { show: (value) => [shownLevels(value)], read: ({ name, form }) => readLevels(form.lines(name)) },
  mapped_groups: { show: (value) => [shownMapping(value)], read: ({ name, form }) => readMapping(form.lines(name)) },
  groups: {
    show: shownGroups,
    read: readGroups,
    others: (name) => [`${name}_lines`, `${name}_prefix`],
  },
  many: { show: texts, read: ({ name, form }) => ({ value: form.list(name) }) },
  words: {
    show: (value) => (typeof value === 'string' ? wordsOf(value) : []),
    read: ({ name, form }) => ({ value: form.words(name).join(' ') }),
  },
  json: {
    show: (value) => [value === null || value === undefined ? '' : JSON.stringify(value, null, 2)],
    read: ({ text }) => (text === '' ? { value: null } : readJsonField(text)),
  },
  page_texts: {
    show: (value) => ['', ...pageTexts.map(({ language, part }) => shownPageText(value, language, part))],
    read: readPageTexts,
    others: (name) => pageTexts.map(({ language, part }) => `${name}.${language}.${part}`),
  },
  claim_rules: { show: shownRules, read: readRules, others: (name) => [`${name}_roles`] },
  filter: { show: shownFilter, read: readFilter, others: (name) => [`${name}_names`] },
};

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

function shownPageText(value: unknown, language: string, part: string): string {
  const texts = isJsonObject(value) ? value[language] : undefined;
  const text = isJsonObject(texts) ? texts[part] : undefined;
  return typeof text === 'string' ? text : '';
}

/** Texts in languages that no page has stay. */
function readPageTexts({ name, form, stored }: Sent): Read {
  const texts = new Map(Object.entries(isJsonObject(stored) ? stored : {}));
  for (const language of Object.keys(languages)) {
    const [title, subtitle] = [form.text(`${name}.${language}.title`), form.text(`${name}.${language}.subtitle`)];
    if (title === '' && subtitle === '') texts.delete(language);
    else texts.set(language, { ...(title !== '' && { title }), ...(subtitle !== '' && { subtitle }) });
  }
  return { value: texts.size === 0 ? null : Object.fromEntries(texts) };
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

/** The rule about the roles keeps its place. A new one is the first, so that others can replace what it says. */
function readRules({ name, text, form, stored }: Sent): Read {
  const claim = form.text(`${name}_roles`).trim();
  const read = text.trim() === '' ? { value: [] } : readJsonField(text);
  if ('problem' in read || claim === '' || !Array.isArray(read.value)) return read;
  const place = Array.isArray(stored) ? Math.max(stored.findIndex(namesRoles), 0) : 0;
  return { value: read.value.toSpliced(place, 0, { claim, from: 'roles' }) };
}

function readFilter({ name, text: mode, form }: Sent): Read {
  const names = form.list(`${name}_names`);
  return { value: mode === 'deny' ? { deny: names } : { allow: mode === 'allow' ? names : '*' } };
}

function readGroups({ name, text: mode, form }: Sent): Read {
  if (mode !== 'listed') return { value: { show: mode } };
  const prefix = form.text(`${name}_prefix`).trim();
  return { value: { show: form.lines(`${name}_lines`), ...(prefix !== '' && { strip_prefix: prefix }) } };
}

function readSeconds({ name, text, form }: Sent): Read {
  const unit = form.text(`${name}_unit`);
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
