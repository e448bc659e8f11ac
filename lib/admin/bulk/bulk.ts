import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { toArea } from '#lib/interactions/area-address';
import { AdminError, isAdminError } from '../admin-error';
import type { Leads } from '../flash/flash';
import type { Query } from '../query';
import type { PostedFields } from '../read-form';

/** So many lines are changed at once, at most. */
export const maximumBulk = 500;

/** Which lines an address is about: those that were ticked, or all that match the filter of the list. */
export type Chosen = { readonly ids: readonly string[] } | { readonly allOf: Query };

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

export type Named = { readonly id: string; readonly name: string };

/** A line that stays as it is: the reason is a key of `adminTexts.shell.bulk.reasons`, or a sentence. */
export type Skipped = Named & { readonly reason: string };

/** What an action would do with the lines. */
export type BulkPlan = { readonly changes: readonly Named[]; readonly skipped: readonly Skipped[] };

/** What it did; the revision is that of the configuration, null where none or several were made. */
export type BulkResult = {
  readonly changed: number;
  readonly skipped: readonly Skipped[];
  readonly revision: number | null;
};

/** The lines that a confirmation was about, one id a line. */
export function readConfirmed(form: PostedFields): readonly string[] {
  return form.lines('ids').slice(0, maximumBulk);
}

/** @throws AdminError `invalid` where the number of the lines was not typed */
export function checkTyped(form: PostedFields, { changes }: BulkPlan): void {
  const expected = String(changes.length);
  if (form.text('typed') === expected) return;
  const message = texts.notTyped(expected);
  throw new AdminError('invalid', message, [{ field: 'typed', code: 'not_the_name', message, facts: { expected } }]);
}

/** Changes one line after another; what cannot be changed is skipped, with the reason. */
export async function changeEach(
  lines: readonly Named[],
  change: (line: Named) => Promise<number | null>,
): Promise<BulkResult> {
  const skipped: Skipped[] = [];
  const revisions: number[] = [];
  for (const line of lines) {
    try {
      const revision = await change(line);
      if (revision !== null) revisions.push(revision);
    } catch (error) {
      if (!isAdminError(error)) throw error;
      skipped.push({ ...line, reason: error.message });
    }
  }
  const [revision = null, ...others] = revisions;
  return { changed: lines.length - skipped.length, skipped, revision: others.length === 0 ? revision : null };
}

const namedSkips = 5;

/**
 * Says what was done, by the page of the list: how many were changed, and which were not, with the reason.
 * @param back the address of the list that it was chosen in, from the form
 */
export function leadBack(action: keyof typeof texts.done, result: BulkResult, back: string): Leads {
  const { changed, skipped, revision } = result;
  const done = texts.done[action](formatNumber(changed));
  const names = skipped.slice(0, namedSkips).map(({ name, reason }) => `${name} (${reasonText(reason)})`);
  const more = skipped.length > namedSkips ? [texts.more(formatNumber(skipped.length - namedSkips))] : [];
  const text =
    skipped.length === 0 ? `${done}.` : texts.result(done, formatNumber(skipped.length), [...names, ...more]);
  return { goTo: toArea(back, '/admin/sign-in'), flash: { text, revision, undo: revision !== null } };
}

const texts = adminTexts.shell.bulk;
const reasons: Readonly<Record<string, string>> = texts.reasons;

/** Why a line stays as it is, in words. */
export function reasonText(reason: string): string {
  return Object.hasOwn(reasons, reason) ? (reasons[reason] ?? reason) : reason;
}
