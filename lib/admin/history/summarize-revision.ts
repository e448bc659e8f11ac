import { isDeepStrictEqual } from 'node:util';
import type { RecordedChange } from '#lib/audit/revision-store';
import { sections } from '#lib/config/sections';
import { settingLabel } from '#lib/i18n/admin/setting-labels';
import { adminTexts } from '#lib/i18n/admin/texts';

type Changed = Pick<RecordedChange, 'section' | 'key' | 'before' | 'after'>;

type Kind = 'created' | 'updated' | 'deleted';

/**
 * Summarizes the changes of a revision as one sentence without a period: “Changed redirect URIs of Lantern Books”.
 * @param changes every entry that it changed; at least one
 */
export function summarizeRevision(changes: readonly Changed[]): string {
  const texts = adminTexts.history.summary;
  const [first, ...more] = changes;
  if (first === undefined) return texts.nothing;
  if (more.length === 0) return summarizeChange(first);
  if (changes.every(isMove)) return texts.reordered(nounsOf(first.section, changes.length));
  const [kind = 'updated', ...kinds] = new Set(changes.map(kindOf));
  return summarizeSections(countSections(changes), kinds.length === 0 ? kind : 'updated');
}

/** The same if only the number of changed entries in each section is known. A file that has only users changes none. */
export function summarizeSections(entries: ReadonlyMap<string, number>, kind: Kind = 'updated'): string {
  const { several, and, nothing } = adminTexts.history.summary;
  if (entries.size === 0) return nothing;
  return several[kind](and([...entries].map(([section, count]) => nounsOf(section, count))));
}

function summarizeChange(change: Changed): string {
  const { section, key, before, after } = change;
  const texts = adminTexts.history.summary;
  const name = nameOf(change);
  if (before === null || after === null) return texts.one[kindOf(change)](nounOf(section), name);
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (one) => !isDeepStrictEqual(before[one], after[one]),
  );
  const [only, second, ...rest] = keys;
  if (only === undefined) return texts.nothing;
  const subject = section === 'portal' ? texts.portal : name || key;
  if (rest.length > 0) return texts.settings(keys.length, subject);
  if (second !== undefined)
    return texts.changed(texts.and([only, second].map((one) => labelOf(section, one))), subject);
  if (only === 'position') return texts.moved(subject);
  if (only === 'enabled') return (after.enabled === true ? texts.enabled : texts.disabled)(nounOf(section), name);
  if (only === 'client_secrets' || only === 'secrets') return texts.secrets[trend(before[only], after[only])](subject);
  return texts.changed(labelOf(section, only), subject);
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
export function nameOf({ section, key, before, after }: Changed): string {
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
  const label = settingLabel(section, key);
  return /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

function nounOf(section: string): string {
  const nouns: Readonly<Record<string, string>> = adminTexts.history.sections;
  return nouns[section] ?? section;
}

function nounsOf(section: string, count: number): string {
  const { portal, count: counted } = adminTexts.history.summary;
  return section === 'portal' ? portal : counted(nounOf(section), count);
}
