import { isDeepStrictEqual } from 'node:util';
import type { FieldKind } from '#lib/vocabulary/setting';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { AdminError, type FieldProblem } from '../admin-error';
import type { PostedFields } from '../read-form';
import { fieldInputs } from './field-kinds';
import { areUntouched, isRowKind } from './row-fields';

export type FieldKinds = Readonly<Record<string, FieldKind>>;

/** The initial values of a form: the lines of a field, or the chosen options. */
type FormValues = Readonly<Record<string, readonly string[]>>;

/** The values of an entry as a form shows them. */
export function formValues(kinds: FieldKinds, entry: Wire): FormValues {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, fieldInputs[kind].show(entry[name])]));
}

/** One text for each field, to show the values that another administrator saved. */
export function savedTexts(kinds: FieldKinds, entry: Wire): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(formValues(kinds, entry)).flatMap(([name, values]) => {
      if (kinds[name] === 'check' || kinds[name] === 'switch') return [[name, values.length > 0 ? 'yes' : 'no']];
      const others = othersOf(kinds[name], name);
      if (others.length === 0) return [[name, values.join('\n')]];
      return partsOf(values, others).map((part, index) => [others[index - 1] ?? name, part.join('\n')]);
    }),
  );
}

function othersOf(kind: FieldKind | undefined, name: string): readonly string[] {
  return (kind && fieldInputs[kind].others?.(name)) ?? [];
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
      (isRowKind(kind) ? areUntouched(kind, name, form, stored[name]) : isUntouched(kind, name, form, stored[name]));
    const result = isStored
      ? { value: stored[name] }
      : fieldInputs[kind].read({ name, text: form.text(name), form, stored: stored[name] });
    if ('value' in result) values.push([name, result.value]);
    else problems.push({ field: name, code: result.problem, message: result.expected });
  }
  if (problems.length > 0) throw new AdminError('invalid', 'A value cannot be read', problems);
  return Object.fromEntries(values);
}

/** Whether a field is sent as it was shown. Browsers write line breaks in their way, and pages order choices in theirs. */
function isUntouched(kind: FieldKind, name: string, { list }: PostedFields, stored: unknown): boolean {
  const others = othersOf(kind, name);
  const sent = [name, ...others].map(list);
  const before = partsOf(fieldInputs[kind].show(stored), others);
  return isDeepStrictEqual(sent.map(plainTexts), before.map(plainTexts));
}

function plainTexts(texts: readonly string[]): readonly string[] {
  // In UTF-8, as a form is sent, half a surrogate pair is another character.
  return texts.map((text) => Buffer.from(text).toString().replaceAll('\r\n', '\n').trim()).toSorted();
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
