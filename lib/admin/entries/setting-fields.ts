import { isRelevant, type SettingTable } from '#lib/vocabulary/setting';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { FieldKinds } from './entry-fields';

type Text = readonly [label: string, help: string];

/** The fields of sections of a form, in its order. */
export function fieldsOf(settings: SettingTable, ...groups: readonly string[]): FieldKinds {
  const all = Object.entries(settings).flatMap(([name, { field }]) => (field ? [{ name, ...field }] : []));
  const withNext = (field: (typeof all)[number]): typeof all => [
    field,
    ...all.filter(({ after }) => after === field.name).flatMap(withNext),
  ];
  const first = all.filter(({ after }) => after === undefined);
  return Object.fromEntries(
    groups
      .flatMap((group) => first.filter((one) => one.group === group).flatMap(withNext))
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

/** The settings that have an effect on an entry. */
export function relevantSettings(settings: SettingTable, entry: Wire): SettingTable {
  return Object.fromEntries(Object.entries(settings).filter(([, setting]) => isRelevant(setting, entry)));
}
