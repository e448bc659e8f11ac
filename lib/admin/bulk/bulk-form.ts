import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { toArea } from '#lib/interactions/area-address';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import type { LeadingForm } from '../flash/flash';
import { notFound } from '../not-found';
import { addressWith, type Query } from '../query';
import type { PostedFields } from '../read-form';
import { reasonOf } from '../read-form';
import {
  type BulkAction,
  type BulkPlan,
  type BulkResult,
  type ChosenLines,
  maximumBulk,
  readChosen,
  type Seen,
} from './bulk';
import { sealResult } from './bulk-result';

/** What can be done with several lines of one list. */
export type BulkKind<Action extends BulkAction> = {
  /** The page that asks first. */
  readonly path: string;
  readonly actions: readonly Action[];
  /** The first lines of a filter, `maximumBulk` at most. */
  readonly find: (admin: AdminContext, query: Query) => Promise<ChosenLines>;
  /** What an action would do. Nothing is written. */
  readonly plan: (admin: AdminContext, action: Action, ids: readonly string[]) => Promise<BulkPlan>;
  /** Does it; what cannot be changed by now is skipped. */
  readonly change: (
    admin: AdminContext,
    action: Action,
    ids: readonly string[],
    reason: string | null,
    seen: Seen,
  ) => Promise<BulkResult>;
};

/** The fields of the page that asks, apart from the note. */
export const bulkFields = {
  action: 'action',
  /** The lines that would change, a field each. */
  ids: 'ids',
  /** The versions of these that the page shows, a field each: the version, a space and the ID. */
  seen: 'seen',
  /** The lines that would be skipped. They are listed afterwards in any case. */
  skipped: 'skipped',
  /** There were more than can be changed at once. */
  cut: 'cut',
  typed: 'typed',
  /** The list that they were chosen in. */
  back: 'back',
} as const;

/** What the page asks: the action, what it would do, and whether more lines match. @throws AdminError `not_found` */
export async function readBulk<Action extends BulkAction>(kind: BulkKind<Action>, admin: AdminContext, query: Query) {
  const action = actionOf(kind, query.action);
  const chosen = readChosen(query);
  const { ids, isCut } = 'ids' in chosen ? { ...chosen, isCut: false } : await kind.find(admin, chosen.allOf);
  return { action, isCut, plan: await kind.plan(admin, action, ids) };
}

/**
 * The form of the page that asks: changes what it said would change. If something was skipped, a page shows what and
 * why; otherwise the list shows what was done.
 */
export function bulkForm<Action extends BulkAction>(kind: BulkKind<Action>): LeadingForm {
  return async (admin, form) => {
    const action = actionOf(kind, form.text(bulkFields.action));
    const ids = idsOf(form, bulkFields.ids);
    const reason = reasonOf(form);
    const plan = action === 'delete' || ids.length === 1 ? await kind.plan(admin, action, ids) : null;
    if (action === 'delete' && plan !== null) checkTyped(form, plan);
    const { changed, skipped, revision } = await kind.change(admin, action, ids, reason, seenIn(form));
    const left = await kind.plan(admin, action, idsOf(form, bulkFields.skipped));
    const result = {
      action,
      changed,
      skipped: [...left.skipped, ...left.changes.map((line) => ({ ...line, reason: 'changed' })), ...skipped],
      isCut: form.text(bulkFields.cut) === '1',
    };
    const goTo =
      result.skipped.length === 0
        ? toArea(form.text(bulkFields.back), '/admin/sign-in')
        : addressWith(`${kind.path}/result`, {}, { of: sealResult(result, kind.path, admin) });
    const only = ids.length === 1 && changed === 1 ? plan?.changes[0] : undefined;
    const done = only ? texts.doneOne[action](only.name) : texts.done[action](formatNumber(changed));
    const text = result.isCut ? texts.doneOfMore(done) : `${done}.`;
    return { goTo, flash: { text, revision, undo: revision !== null } };
  };
}

function actionOf<Action extends BulkAction>({ actions }: BulkKind<Action>, name: string | undefined): Action {
  const action = actions.find((one) => one === name);
  if (action === undefined) throw notFound();
  return action;
}

function idsOf(form: PostedFields, field: string): readonly string[] {
  return [...new Set(form.list(field))].slice(0, maximumBulk);
}

function seenIn(form: PostedFields): Seen {
  return new Map(
    form.list(bulkFields.seen).map((text) => {
      const [version = '', ...id] = text.split(' ');
      return [id.join(' '), version];
    }),
  );
}

/** @throws AdminError `invalid` where the number of the lines was not typed */
function checkTyped(form: PostedFields, { changes }: BulkPlan): void {
  const expected = String(changes.length);
  const field = bulkFields.typed;
  if (form.text(field) === expected) return;
  const message = `expected ${expected}`;
  throw new AdminError('invalid', message, [{ field, code: 'not_the_name', message, facts: { expected } }]);
}

const texts = adminTexts.shell.bulk;
