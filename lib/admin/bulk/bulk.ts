import { adminTexts } from '#lib/i18n/admin/texts';
import type { Query } from '../query';

/** So many lines are changed at once, at most. */
export const maximumBulk = 500;

/** Which lines an address is about: those that were ticked, or all that match the filter of the list. */
type Chosen = { readonly ids: readonly string[] } | { readonly allOf: Query };

/** The name of the checkbox of a line: unique, because no form may repeat a parameter. */
const prefix = 'id.';

export function checkboxName(id: string): string {
  return `${prefix}${id}`;
}

/** Reads what the form of a list says. */
export function readChosen(query: Query): Chosen {
  if (query.all === '1') return { allOf: query };
  const ids = Object.keys(query).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  return { ids: ids.slice(0, maximumBulk) };
}

/** The lines that are meant; `isCut` says that more match, or may. */
export type ChosenLines = { readonly ids: readonly string[]; readonly isCut: boolean };

/** As many of the lines as are changed at once. */
export function firstLines(ids: readonly string[]): ChosenLines {
  return { ids: ids.slice(0, maximumBulk), isCut: ids.length > maximumBulk };
}

export type BulkAction = keyof typeof texts.actions;

export type Named = { readonly id: string; readonly name: string };

/** The versions of entries that a page showed, by their IDs: an action that judges what it read must not hit others. */
export type Seen = ReadonlyMap<string, string>;

/** A line that would change. */
type Change = Named & {
  /** What the page shows of it; null where the action is the same for every version. */
  readonly version: string | null;
};

/** A line that stays as it is: the reason is a key of `adminTexts.shell.bulk.reasons`, or a sentence. */
export type Skipped = Named & { readonly reason: string };

/** What an action would do with the lines. */
export type BulkPlan = { readonly changes: readonly Change[]; readonly skipped: readonly Skipped[] };

/** What it did; the revision is that of the configuration, null where none was made. */
export type BulkResult = {
  readonly changed: number;
  readonly skipped: readonly Skipped[];
  readonly revision: number | null;
};

/** Separates the lines that can be changed from the others. */
export function toPlan(lines: readonly (Named & Partial<Change> & { readonly reason: string | null })[]): BulkPlan {
  return {
    changes: lines.flatMap(({ id, name, reason, version = null }) => (reason === null ? [{ id, name, version }] : [])),
    skipped: lines.flatMap(({ id, name, reason }) => (reason === null ? [] : [{ id, name, reason }])),
  };
}

const texts = adminTexts.shell.bulk;
const reasons: Readonly<Record<string, string>> = texts.reasons;

/** Why a line is skipped, in words. */
export function reasonText(reason: string): string {
  return Object.hasOwn(reasons, reason) ? (reasons[reason] ?? reason) : reason;
}
