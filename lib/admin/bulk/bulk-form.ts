import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { toArea } from '#lib/interactions/area-address';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import type { LeadingForm } from '../flash/flash';
import { notFound } from '../not-found';
import { addressWith, type Query } from '../query';
import { type PostedFields, withReason } from '../read-form';
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

/** The actions that can be done with several lines of a list. */
export type BulkKind<Action extends BulkAction> = {
  /** The confirmation page. */
  readonly path: string;
  readonly actions: readonly Action[];
  /** The first lines that match a filter, at most `maximumBulk`. */
  readonly find: (admin: AdminContext, query: Query) => Promise<ChosenLines>;
  /** Plans the effect of an action. Nothing is written. */
  readonly plan: (admin: AdminContext, action: Action, ids: readonly string[]) => Promise<BulkPlan>;
  /** Executes the action. Lines that can no longer be changed are skipped. */
  readonly change: (admin: AdminContext, action: Action, ids: readonly string[], seen: Seen) => Promise<BulkResult>;
};

/** The fields of the confirmation page, apart from the note. */
export const bulkFields = {
  action: 'action',
  /** The lines that would change, one field each. */
  ids: 'ids',
  /** Their versions on the page, one field each: the version, a space and the ID. */
  seen: 'seen',
  /** The lines that would be skipped. The result lists them in any case. */
  skipped: 'skipped',
  /** Set if more lines match than can be changed at once. */
  cut: 'cut',
  typed: 'typed',
  /** The address of the list where they were selected. */
  back: 'back',
} as const;

/**
 * Reads the content of the confirmation page: the action, its plan, and whether more lines match.
 * @throws AdminError `not_found`
 */
export async function readBulk<Action extends BulkAction>(kind: BulkKind<Action>, admin: AdminContext, query: Query) {
  const action = actionOf(kind, query.action);
  const chosen = readChosen(query);
  const { ids, isCut } = 'ids' in chosen ? { ...chosen, isCut: false } : await kind.find(admin, chosen.allOf);
  return { action, isCut, plan: await kind.plan(admin, action, ids) };
}

/**
 * The form of the confirmation page. It makes the changes that the page announced. If lines were skipped, a page shows
 * them with the reasons. Otherwise the list shows the result.
 */
export function bulkForm<Action extends BulkAction>(kind: BulkKind<Action>): LeadingForm {
  return async (admin, form) => {
    const action = actionOf(kind, form.text(bulkFields.action));
    const ids = idsOf(form, bulkFields.ids);
    const because = withReason(admin, form);
    const plan = action === 'delete' || ids.length === 1 ? await kind.plan(admin, action, ids) : null;
    if (action === 'delete' && plan !== null) checkTyped(form, plan);
    const { changed, skipped, revision } = await kind.change(because, action, ids, seenIn(form));
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
    return { goTo, flash: { text, revision } };
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

/** @throws AdminError `invalid` if the number of lines was not typed */
function checkTyped(form: PostedFields, { changes }: BulkPlan): void {
  const expected = String(changes.length);
  const field = bulkFields.typed;
  if (form.text(field) === expected) return;
  const message = `expected ${expected}`;
  throw new AdminError('invalid', message, [{ field, code: 'not_the_name', message, facts: { expected } }]);
}

const texts = adminTexts.shell.bulk;
