import { isRelevant, type SettingTable } from '#lib/vocabulary/setting';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { FieldKinds } from './entry-fields';

type Text = readonly [label: string, help: string];

/** The fields of a section of the form, in its order. */
export function fieldsOf(settings: SettingTable, group: string): FieldKinds {
  const own = Object.entries(settings).flatMap(([name, { field }]) =>
    field?.group === group ? [{ name, ...field }] : [],
  );
  const names = own.flatMap(({ name, after }) => (after === undefined ? [name] : []));
  for (const { name, after } of own) if (after !== undefined) names.splice(names.indexOf(after) + 1, 0, name);
  return Object.fromEntries(
    own
      .toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
      .map(({ name, input }) => [name, input]),
  );
}

/** The label and the help of each setting that has them. */
export function textsOf(settings: SettingTable): Readonly<Record<string, Text>> {
  return Object.fromEntries(Object.entries(settings).flatMap(([key, { text }]) => (text ? [[key, text]] : [])));
}

/** The choices of the settings that have a few, by value. */
export function optionsOf(settings: SettingTable): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, { options }]) => (options ? [[key, options]] : [])),
  );
}

/** The settings that have no effect on an entry. Pages omit them and keep their values. */
export function irrelevantFields(settings: SettingTable, entry: Wire): ReadonlySet<string> {
  return new Set(Object.entries(settings).flatMap(([key, setting]) => (isRelevant(setting, entry) ? [] : [key])));
}
