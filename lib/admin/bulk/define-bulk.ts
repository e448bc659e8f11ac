import { z } from 'zod';
import { form } from '#lib/forms/form';
import { type Posted, text } from '#lib/forms/read-posted';
import { formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import { toArea } from '#lib/interactions/area-address';
import type { Route } from '#lib/protocol/route';
import { administrator, confirmed } from '../access/administrator';
import type { Permission } from '../access/permission';
import type { NeededProof } from '../access/proof-window';
import { openText, sealText } from '../access/sealed-text';
import type { AdminContext } from '../admin-context';
import { notFound } from '../admin-error';
import type { Leads } from '../flash/flash';
import { writeFlash } from '../flash/flash-cookie';
import { addressWith, type Query } from '../query';
import { checkTyped, readNote } from '../read-form';
import {
  type BulkAction,
  type BulkPlan,
  type BulkResult,
  type ChosenLines,
  maximumBulk,
  readChosen,
  type Seen,
  type Skipped,
} from './bulk';

/** The actions that can be done with several lines of a list. */
type Definition<Action extends BulkAction> = {
  /** Below /admin: the page that asks. What was skipped is shown below it. */
  readonly path: string;
  readonly permission: Permission;
  readonly proof: (action: Action) => NeededProof;
  readonly actions: readonly Action[];
  /** The list that the lines were chosen in: its address, and the page of a line. */
  readonly list: { readonly label: string; readonly path: string; readonly hrefOf: (id: string) => string };
  /** The first lines that match a filter, at most `maximumBulk`. */
  readonly find: (admin: AdminContext, query: Query) => Promise<ChosenLines>;
  /** Plans the effect of an action. Nothing is written. */
  readonly plan: (admin: AdminContext, action: Action, ids: readonly string[]) => Promise<BulkPlan>;
  /** What the page says about the lines that would change. */
  readonly words: (admin: AdminContext, action: Action, changes: BulkPlan['changes']) => Promise<BulkWords>;
  /** Executes the action. Lines that can no longer be changed are skipped. */
  readonly change: (admin: AdminContext, action: Action, ids: readonly string[], seen: Seen) => Promise<BulkResult>;
};

type BulkWords = {
  readonly title: (count: string) => string;
  readonly text: string;
  /** The same for one line. */
  readonly textOfOne: string;
  readonly button: string;
  /** What is active at the changed lines, such as sessions and grants. Null if the action does not end it. */
  readonly live: string | null;
  /** What it takes from people, in words. */
  readonly risks?: readonly string[];
  /** The help of the note, if the history does not show the note. */
  readonly note?: string;
};

/** What the page asks. */
export type BulkQuestion = {
  readonly action: BulkAction;
  readonly plan: BulkPlan;
  /** More lines match than can be changed at once. */
  readonly isCut: boolean;
  /** Null if nothing would change. */
  readonly words: BulkWords | null;
  readonly proof: NeededProof;
};

/** The actions on several lines with everything that follows from their definition. */
export type BulkActions = Pick<Definition<BulkAction>, 'permission' | 'actions' | 'list'> & {
  /** The address of the page that asks. */
  readonly path: `/admin/${string}`;
  readonly route: Route;
  /** Throws AdminError `not_found` for any other name. */
  readonly proofOf: (action: string) => NeededProof;
  /** Reads the content of the page that asks. Throws AdminError `not_found`. */
  readonly ask: (admin: AdminContext, query: Query) => Promise<BulkQuestion>;
  /** Does what the page announced. */
  readonly submit: (admin: AdminContext, form: BulkForm) => Promise<Leads>;
};

type BulkForm = Pick<Posted, 'text' | 'list'>;

/** The fields of the form, apart from the note. */
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

const { action: actionField, ids: idsField, seen: seenField, skipped: skippedField, cut, typed, back } = bulkFields;
const lines = z.array(z.string());
const fields = {
  ...{ [actionField]: text(20), [idsField]: lines, [seenField]: lines, [skippedField]: lines },
  ...{ [cut]: text(1), [back]: text(8000) },
};

/**
 * Defines the actions on several lines of a list: the form, the page that asks, and the page that shows what was
 * skipped. The form makes the changes that the page announced. If no line was skipped, the list shows the result.
 */
export function defineBulk<Action extends BulkAction>(definition: Definition<Action>): BulkActions {
  const { path: place, permission, proof, actions, list, find, plan, words, change } = definition;
  const path = `/admin/${place}` as const;

  function actionOf(name: string | undefined): Action {
    const action = actions.find((one) => one === name);
    if (action === undefined) throw notFound();
    return action;
  }

  async function submit(admin: AdminContext, posted: BulkForm): Promise<Leads> {
    const action = actionOf(posted.text(actionField));
    const ids = idsOf(posted, idsField);
    const because = { ...admin, reason: readNote(posted.text('reason')) };
    const planned = action === 'delete' || ids.length === 1 ? await plan(admin, action, ids) : null;
    if (action === 'delete' && planned !== null) checkTyped(posted.text(typed), String(planned.changes.length));
    const { changed, skipped, revision } = await change(because, action, ids, seenIn(posted));
    const left = await plan(admin, action, idsOf(posted, skippedField));
    const result = {
      action,
      changed,
      skipped: [...left.skipped, ...left.changes.map((line) => ({ ...line, reason: 'changed' })), ...skipped],
      isCut: posted.text(cut) === '1',
    };
    const goTo =
      result.skipped.length === 0
        ? toArea(posted.text(back), '/admin/sign-in')
        : addressWith(`${path}/result`, {}, { of: sealResult(result, path, admin) });
    const only = ids.length === 1 && changed === 1 ? planned?.changes[0] : undefined;
    const done = only ? texts.doneOne[action](only.name) : texts.done[action](formatNumber(changed));
    return { goTo, flash: { text: result.isCut ? texts.doneOfMore(done) : `${done}.`, revision } };
  }

  const proofOf = (action: string) => proof(actionOf(action));
  return {
    ...{ path, permission, actions, list, submit, proofOf },
    ask: async (admin, query) => {
      const action = actionOf(query.action);
      const chosen = readChosen(query);
      const { ids, isCut } = 'ids' in chosen ? { ...chosen, isCut: false } : await find(admin, chosen.allOf);
      const planned = await plan(admin, action, ids);
      const told = planned.changes.length === 0 ? null : await words(admin, action, planned.changes);
      return { action, isCut, plan: planned, words: told, proof: proof(action) };
    },
    route: form(`${path}/submit`, {
      who: administrator(permission),
      proof: confirmed(async (posted) => proofOf(posted.text(actionField))),
      fields,
      handle: async ({ admin }, _, posted) => {
        const { goTo, flash } = await submit(admin, posted);
        return { goTo, cookies: [await writeFlash(flash, admin.principal, admin.settings)] };
      },
    }),
  };
}

function idsOf(form: BulkForm, field: string): readonly string[] {
  return [...new Set(form.list(field))].slice(0, maximumBulk);
}

function seenIn(form: BulkForm): Seen {
  return new Map(
    form.list(seenField).map((line) => {
      const [version = '', ...id] = line.split(' ');
      return [id.join(' '), version];
    }),
  );
}

const texts = adminTexts.shell.bulk;

/** In characters. With its path it must fit in an address that a sign-in keeps (toArea()). */
const maximumText = 3500;
const maximumNamed = 100;

const resultSchema = z.object({
  action: z.enum(Object.keys(texts.actions) as BulkAction[]),
  changed: z.int(),
  isCut: z.boolean(),
  skipped: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
  /** The number of skipped lines that do not fit in the address. */
  more: z.int(),
});

/** The result of an action, for the page that shows it. */
export type ToldResult = z.infer<typeof resultSchema>;

/**
 * Seals the result of an action as text for the address of the page that shows it. It survives a reload, and only the
 * same session can read it.
 * @param path the path of the confirmation page
 */
export function sealResult(
  { skipped, ...result }: Omit<ToldResult, 'more' | 'skipped'> & { readonly skipped: readonly Skipped[] },
  path: string,
  admin: Sealing,
): string {
  for (let named = Math.min(skipped.length, maximumNamed); ; named = Math.floor(named / 2)) {
    const told = { ...result, skipped: skipped.slice(0, named), more: skipped.length - named };
    const sealed = sealText(told, placeOf(path, admin), admin.settings);
    if (named === 0 || sealed.length <= maximumText) return sealed;
  }
}

/** @throws AdminError `not_found` for any other text, and for another session */
export function readResult(sealed: string | undefined, path: string, admin: Sealing): ToldResult {
  const read = resultSchema.safeParse(openText(sealed ?? '', placeOf(path, admin), admin.settings));
  if (!read.success) throw notFound();
  return read.data;
}

type Sealing = Pick<AdminContext, 'principal' | 'settings'>;

function placeOf(path: string, { principal }: Sealing): string {
  return `bulk:${principal.sid}:${path}`;
}
