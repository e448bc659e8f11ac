import { adminTexts } from '#lib/i18n/admin/texts';
import type { EntryEdit } from '../configuration/save-entries';
import type { Query } from '../query';

/** The maximum number of lines that are changed at once. */
export const maximumBulk = 500;

/** The lines that an address refers to: the selected ones, or all that match the filter of the list. */
type Chosen = { readonly ids: readonly string[] } | { readonly allOf: Query };

/** The prefix of a line's checkbox. The name is unique because no form may repeat a parameter. */
const prefix = 'id.';

export function checkboxName(id: string): string {
  return `${prefix}${id}`;
}

/** Reads the selection from the form of a list. */
export function readChosen(query: Query): Chosen {
  if (query.all === '1') return { allOf: query };
  const ids = Object.keys(query).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  return { ids: ids.slice(0, maximumBulk) };
}

/** The selected lines. `isCut` means that there are more matches, or may be. */
export type ChosenLines = { readonly ids: readonly string[]; readonly isCut: boolean };

/** The lines up to the maximum that can be changed at once. */
export function firstLines(ids: readonly string[]): ChosenLines {
  return { ids: ids.slice(0, maximumBulk), isCut: ids.length > maximumBulk };
}

export type BulkAction = keyof typeof texts.actions;

export type Named = { readonly id: string; readonly name: string };

/** The versions of entries on a page, by ID. An action that depends on what was read must not change other versions. */
export type Seen = ReadonlyMap<string, string>;

/** A line that would change. */
type Change = Named & {
  /** The version on the page. Null if the action does not depend on the version. */
  readonly version: string | null;
  /** The edit of the configuration that changes it. Null for another change. */
  readonly edit?: EntryEdit | null;
};

/** A line that does not change. The reason is a key of `adminTexts.shell.bulk.reasons`, or a sentence. */
export type Skipped = Named & { readonly reason: string };

/** The effect of an action on the lines. */
export type BulkPlan = { readonly changes: readonly Change[]; readonly skipped: readonly Skipped[] };

/** The result of an action. The revision is that of the configuration, and null if there is none. */
export type BulkResult = {
  readonly changed: number;
  readonly skipped: readonly Skipped[];
  readonly revision: number | null;
};

/** Separates the lines that can be changed from the others. */
export function toPlan(lines: readonly (Named & Partial<Change> & { readonly reason: string | null })[]): BulkPlan {
  return {
    changes: lines.flatMap(({ id, name, reason, version = null, edit = null }) =>
      reason === null ? [{ id, name, version, edit }] : [],
    ),
    skipped: lines.flatMap(({ id, name, reason }) => (reason === null ? [] : [{ id, name, reason }])),
  };
}

const texts = adminTexts.shell.bulk;
const reasons: Readonly<Record<string, string>> = texts.reasons;

/** The reason why a line is skipped, in words. */
export function reasonText(reason: string): string {
  return Object.hasOwn(reasons, reason) ? (reasons[reason] ?? reason) : reason;
}
