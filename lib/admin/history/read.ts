import { isDeepStrictEqual } from 'node:util';
import {
  countRevisions,
  findRevision,
  listChangesOf,
  listRevisions,
  type RecordedChange,
  type Revision,
} from '#lib/audit/revision-store';
import { sections } from '#lib/config/sections';
import type { Context } from '#lib/context';
import type { Database } from '#lib/db/database';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { changeWithoutSecrets } from '#lib/vocabulary/without-secrets';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { type Difference, differences } from '../differences';
import { settingLabel } from '../entries/setting-labels';
import type { ListPage } from '../list/list-page';
import type { ListPlace } from '../list/list-query';
import { type ReadSide, readRows } from '../list/read-rows';
import { nounOf, texts } from './texts';

/** A revision in a list. */
export type RevisionLine = Revision & {
  readonly entries: number;
  /** The changes of the revision, as a sentence without a period. */
  readonly summary: string;
};

/** One entry that a revision changed. */
export type RevisionChange = {
  readonly section: string;
  readonly key: string;
  /** The entry's name for people, or its key if it has none. */
  readonly name: string;
  /** The page of the entry. Null if it isn't known to exist. */
  readonly href: string | null;
  readonly kind: 'created' | 'updated' | 'deleted';
  readonly differences: readonly Difference[];
  /** The keys with default values, if the entry was created or deleted. */
  readonly defaults: readonly string[];
};

type ListedRevision = Awaited<ReturnType<typeof listRevisions>>[number];

const pageSize = 50;

/**
 * A page of the history, newest first.
 * @returns `older`, where the next page begins; null at the end
 */
export async function readHistory(
  { db }: Pick<Context, 'db'>,
  before: number | null,
  limit = pageSize,
): Promise<{ readonly revisions: readonly RevisionLine[]; readonly older: number | null }> {
  const rows = await listRevisions(db, { before, limit: limit + 1 });
  const revisions = await summarize(db, rows.slice(0, limit));
  return { revisions, older: rows.length > limit ? (revisions.at(-1)?.number ?? null) : null };
}

/** A page of the history as the administration shows it, newest first. */
export async function readHistoryPage({ db }: AdminContext, place: ListPlace): Promise<ListPage<RevisionLine>> {
  const read: ReadSide<ListedRevision> = (side, key, limit) => {
    // An address may name a place that is no number, or too large for the database.
    const number = /^\d{1,9}$/.test(key ?? '') ? Number(key) : null;
    return side === 'after'
      ? listRevisions(db, { before: number, limit })
      : listRevisions(db, { before: null, after: number ?? 0, limit });
  };
  const page = await readRows(place, ({ number }) => String(number), read, { total: await countRevisions(db) });
  return { ...page, lines: await summarize(db, page.lines) };
}

/** If a revision changed at most this many entries, the summary describes their changes. */
const fewEntries = 4;

async function summarize(db: Database, rows: readonly ListedRevision[]): Promise<readonly RevisionLine[]> {
  const counted = rows.map((row) => ({ ...row, sections: row.entries, entries: sum(row.entries.values()) }));
  const few = counted.flatMap(({ number, entries }) => (entries > 0 && entries <= fewEntries ? [number] : []));
  const changes = few.length === 0 ? [] : await listChangesOf(db, few);
  return counted.map(({ sections, ...row }) => {
    const own = changes.filter(({ number }) => number === row.number);
    return { ...row, summary: own.length === 0 ? summarizeSections(sections) : summarizeRevision(own) };
  });
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}

/**
 * A revision with its changes. Secrets are compared only by their number.
 * @throws AdminError `not_found`
 */
export async function readRevision(
  { db }: Pick<Context, 'db'>,
  number: number | null,
): Promise<{ readonly revision: RevisionLine; readonly changes: readonly RevisionChange[] }> {
  const revision = await requireRevision(db, number);
  const changes = await listChangesOf(db, [revision.number]);
  const line = { ...revision, entries: changes.length, summary: summarizeRevision(changes) };
  return { revision: line, changes: changes.map(describeChange) };
}

/**
 * @param number from an address or a form
 * @throws AdminError `not_found`
 */
export async function requireRevision(db: Database, number: number | null): Promise<Revision> {
  // It may be no number, or too large for the database.
  const isPossible = number !== null && Number.isInteger(number) && number > 0 && number < 2 ** 31;
  const revision = isPossible ? await findRevision(db, number) : null;
  if (revision === null) throw new AdminError('not_found', 'There is no such revision');
  return revision;
}

/** A change in readable form, without a link. Secrets are compared only by their number. */
export function describeChange(change: Omit<RecordedChange, 'number'>): RevisionChange {
  const { section, key, before, after } = change;
  const kind = before === null ? 'created' : after === null ? 'deleted' : 'updated';
  const shown = changeWithoutSecrets(before, after);
  const whole = kind === 'updated' ? null : (shown.after ?? shown.before);
  const told = differences(shown.before, shown.after);
  const defaults = whole === null ? [] : defaultKeys(section, whole);
  return { section, key, name: nameOf(change), href: null, kind, differences: told, defaults };
}

function defaultKeys(name: string, entry: Wire): readonly string[] {
  const section = Object.values(sections).find((one) => one.name === name);
  const set = section?.withoutDefaults(entry) ?? entry;
  return Object.keys(entry).filter((key) => !Object.hasOwn(set, key));
}

type Changed = Pick<RecordedChange, 'section' | 'key' | 'before' | 'after'>;

type Kind = 'created' | 'updated' | 'deleted';

/**
 * Summarizes the changes of a revision as one sentence without a period: “Changed redirect URIs of Lantern Books”.
 * @param changes every entry that it changed; at least one
 */
export function summarizeRevision(changes: readonly Changed[]): string {
  const [first, ...more] = changes;
  if (first === undefined) return texts.summary.nothing;
  if (more.length === 0) return summarizeChange(first);
  if (changes.every(isMove)) return texts.summary.reordered(nounsOf(first.section, changes.length));
  const [kind = 'updated', ...kinds] = new Set(changes.map(kindOf));
  return summarizeSections(countSections(changes), kinds.length === 0 ? kind : 'updated');
}

/** The same if only the number of changed entries in each section is known. A file that has only users changes none. */
export function summarizeSections(entries: ReadonlyMap<string, number>, kind: Kind = 'updated'): string {
  const { several, and, nothing } = texts.summary;
  if (entries.size === 0) return nothing;
  return several[kind](and([...entries].map(([section, count]) => nounsOf(section, count))));
}

function summarizeChange(change: Changed): string {
  const { section, key, before, after } = change;
  const name = nameOf(change);
  if (before === null || after === null) return texts.summary.one[kindOf(change)](nounOf(section), name);
  const keys = differences(before, after).map((difference) => difference.key);
  const [only, second, ...rest] = keys;
  if (only === undefined) return texts.summary.nothing;
  const subject = section === 'portal' ? texts.summary.portal : name || key;
  if (rest.length > 0) return texts.summary.settings(keys.length, subject);
  if (second !== undefined)
    return texts.summary.changed(texts.summary.and([only, second].map((one) => labelOf(section, one))), subject);
  if (only === 'position') return texts.summary.moved(subject);
  if (only === 'enabled')
    return (after.enabled === true ? texts.summary.enabled : texts.summary.disabled)(nounOf(section), name);
  if (only === 'client_secrets' || only === 'secrets')
    return texts.summary.secrets[trend(before[only], after[only])](subject);
  return texts.summary.changed(labelOf(section, only), subject);
}

/** Whether there are more or fewer than before. */
function trend(before: unknown, after: unknown): 'more' | 'fewer' | 'same' {
  const [from, to] = [before, after].map((list) => (Array.isArray(list) ? list.length : 0));
  if (from === to) return 'same';
  return (to ?? 0) > (from ?? 0) ? 'more' : 'fewer';
}

function kindOf({ before, after }: Changed): Kind {
  if (before === null) return 'created';
  return after === null ? 'deleted' : 'updated';
}

/** Whether only the position of an entry changed. */
function isMove({ before, after }: Changed): boolean {
  if (before === null || after === null || before.position === after.position) return false;
  return isDeepStrictEqual({ ...before, position: null }, { ...after, position: null });
}

/** The name of a changed entry for people, or its key if it has none. */
function nameOf({ section, key, before, after }: Changed): string {
  const kind = Object.values(sections).find(({ name }) => name === section);
  const names = kind === undefined ? [] : [after?.[kind.nameKey], before?.[kind.nameKey]];
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? key;
}

function countSections(changes: readonly Changed[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { section } of changes) counts.set(section, (counts.get(section) ?? 0) + 1);
  return counts;
}

/** The label in the middle of a sentence: “redirect URIs”, but “PKCE”. */
function labelOf(section: string, key: string): string {
  const own: Readonly<Record<string, string>> = section === 'clients' ? texts.summary.clientLabels : {};
  const label = own[key] ?? settingLabel(section, key);
  return /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

function nounsOf(section: string, count: number): string {
  const { portal, count: counted } = texts.summary;
  return section === 'portal' ? portal : counted(nounOf(section), count);
}
