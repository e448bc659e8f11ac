import { z } from 'zod';
import type { AuditEventType } from '#lib/audit/event';
import { form, type Values } from '#lib/forms/form';
import type { Fields, Posted } from '#lib/forms/read-posted';
import type { Consequences } from '#lib/i18n/admin/confirmations';
import type { Route } from '#lib/protocol/route';
import { entry } from '#lib/vocabulary/entry';
import { fillPath, matchPath } from '#lib/vocabulary/path-segment';
import { administrator, confirmed } from '../access/administrator';
import type { Permission } from '../access/permission';
import type { NeededProof } from '../access/proof-window';
import type { ActionState } from '../action-state';
import type { AdminContext } from '../admin-context';
import { notFound } from '../admin-error';
import { checkCondition } from '../api/conditions';
import { defineOperation, type Operation, type Outcome } from '../api/operation';
import { nothing } from '../api/schemas';
import { type Flash, plainFlash } from '../flash/flash';
import { writeFlash } from '../flash/flash-cookie';
import { checkTyped, readNote } from '../read-form';

/** The names in the path of an action. */
export type Names = Readonly<Record<string, string>>;

/** What a person is asked before an action. There is one question for an action, wherever it is started. */
export type Question = Consequences & {
  readonly title: string;
  /** What tells its object apart, if the title does not. */
  readonly about?: string;
  /** What happens, and when. */
  readonly steps?: readonly (readonly [when: Date | string, what: string])[];
  /** What it takes from people, as it is now. */
  readonly risks?: readonly string[];
  readonly button: string;
  /** Current counts, and what else tells the object. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** What is chosen, as one of its fields. */
  readonly choice?: {
    readonly name: string;
    readonly legend: string;
    readonly initial: string;
    readonly options: readonly (readonly [value: string, label: string, help: string])[];
  };
  /** The action takes nothing away. */
  readonly isSafe?: boolean;
  /** What replaces the form afterwards, if its result cannot be shown again: the name of the value, and its label. */
  readonly once?: { readonly name: string; readonly label: string };
  /** Above the page of the question, and where its Cancel leads. */
  readonly parent: { readonly label: string; readonly href: string };
};

/** Why there is nothing to ask now. */
type Refusal = Pick<Question, 'title' | 'parent'> & {
  readonly refused: { readonly title: string; readonly text: string };
  /** What to do instead. */
  readonly instead?: { readonly label: string; readonly href: string };
};

type Definition<Target, Declared extends Fields, Result> = {
  /** Below /admin, with `[name]` for the names that the target is found by: the page of the question, or of its form. */
  readonly path: string;
  /** The item of a menu that leads to the question, or the button of a form without one. */
  readonly link?: string;
  readonly permission: Permission;
  /**
   * How recent a proof it needs. It may depend on the target, and the page of the question then asks for the same; or on
   * the form, which is absent where the question is asked.
   */
  readonly proof: NeededProof | ((admin: AdminContext, names: Names, form?: Posted) => Promise<NeededProof>);
  /** What the action is done to. Throws AdminError `not_found`. */
  readonly target: (admin: AdminContext, names: Names) => Promise<Target>;
  /**
   * If left out, the form is on a page of the feature, which has the same path. Throws AdminError `not_found` for those
   * who are not asked.
   */
  readonly question?: (target: Target, admin: AdminContext) => Question | Refusal | Promise<Question | Refusal>;
  /** The page that has its form, below /admin, if it has another path. */
  readonly page?: string;
  /** Tells its note apart from those of other forms on its page. */
  readonly note?: string;
  /** The section of the configuration that its fields belong to. */
  readonly section?: string;
  /** The text to type for confirmation. If left out, the button is enough. */
  readonly typed?: (target: Target) => string | null;
  /** Its own fields. Every form has a note too. */
  readonly fields?: Declared;
  readonly run: (admin: AdminContext, target: Target, fields: Values<Declared>) => Promise<Result>;
  /** What the audit log has of it. Null if that depends on what it changes. */
  readonly event: AuditEventType | null;
  /** The next page with its message, if it has one, or what the page of the question shows instead of the question. */
  readonly done: (
    target: Target,
    result: Result,
  ) => { readonly goTo: string; readonly say: string | Flash | null } | { readonly again: Partial<ActionState> };
  /** The same at the admin API: by a POST to the path, unless it says otherwise. */
  readonly api?: Pick<Operation, 'id' | 'summary' | 'description' | 'success'> & {
    readonly method?: Operation['method'];
    readonly path?: Operation['path'];
    /** Names that are no part of the path. */
    readonly query?: z.ZodType<Names>;
    /** The body, if it is not that of the fields. */
    readonly body?: z.ZodType;
    /** The version of the target, which a request must name. */
    readonly versionOf?: (target: Target) => string;
    readonly answer?: (admin: AdminContext, target: Target, result: Result) => Promise<Outcome>;
  };
};

/** What may be asked about an action, as its page and its dialog show it. */
export type Asked = {
  /** Null if a page of the feature has the form. */
  readonly question: Question | Refusal | null;
  /** The text to type for confirmation. */
  readonly typed: string | null;
  readonly proof: NeededProof;
};

/** An action of the administration, with everything that follows from its definition. */
export type Action = Pick<Definition<unknown, Fields, unknown>, 'path' | 'permission' | 'proof' | 'event' | 'note'> & {
  /** The item of a menu that leads to its question, or its button. */
  readonly link: string;
  /** Whether it has a page that asks. */
  readonly asks: boolean;
  /** Its form, a row of the route table. */
  readonly route: Route;
  readonly operation: Operation | null;
  /** Does it, as the admin API does: without the question. Throws AdminError `not_found`. */
  readonly run: (admin: AdminContext, names?: Names, fields?: unknown) => Promise<unknown>;
  /** Reads the question for its page. Throws AdminError `not_found`. */
  readonly ask: (admin: AdminContext, names: Names) => Promise<Asked>;
  /** The address of the question or form, which a menu or a button leads to. */
  readonly addressOf: (names?: Names) => string;
};

/**
 * Defines an action of the administration. Its question, its form and dialog, its operation of the API and its checks
 * follow from it, once its feature lists it (lib/admin/features.ts).
 */
export function defineAction<Target, Result, Declared extends Fields = Record<never, never>>(
  definition: Definition<Target, Declared, Result>,
): Action {
  const {
    path,
    link = '',
    permission,
    proof,
    target: find,
    typed,
    question,
    note,
    section,
    run,
    event,
    done,
  } = definition;
  const address = path === '' ? '/admin' : (`/admin/${path}` as const);
  const fields = definition.fields ?? {};
  const schema = z.object(definition.fields);
  const noteField = note === undefined ? 'reason' : `reason_${note}`;
  const page = definition.page === undefined ? address : `/admin/${definition.page}`;
  const { namesIn, pageOf } = formPaths(address, page);
  const needed = async (admin: AdminContext, names: Names, posted?: Posted) => {
    return typeof proof === 'string' ? proof : proof(admin, names, posted);
  };
  const route = form(`${address}/submit`, {
    who: administrator(permission, { note: noteField, section }),
    proof: confirmed((posted, admin) => needed(admin, namesIn(posted.request.path), posted)),
    fields,
    page: pageOf,
    handle: async ({ admin }, values, posted) => {
      const target = await find(admin, namesIn(posted.request.path));
      const reason = readNote(posted.text(noteField), noteField);
      checkTyped(posted.text('typed'), typed?.(target) ?? null);
      const result = done(target, await run({ ...admin, reason }, target, schema.parse(values)));
      if ('again' in result) return result;
      const { goTo, say } = result;
      if (say === null) return { goTo };
      const flash = typeof say === 'string' ? plainFlash(say) : say;
      return { goTo, cookies: [await writeFlash(flash, admin.principal, admin.settings)] };
    },
  });
  return {
    ...{ path, link, permission, proof, event, route, asks: question !== undefined },
    ...(note !== undefined && { note }),
    operation: operationOf(definition, schema),
    run: async (admin, names = {}, values = {}) => run(admin, await find(admin, names), schema.parse(values)),
    ask: async (admin, names) => {
      const target = await find(admin, names);
      const asked = (await question?.(target, admin)) ?? null;
      return { question: asked, typed: typed?.(target) ?? null, proof: await needed(admin, names) };
    },
    addressOf: (names = {}) => fillPath(address, names),
  };
}

/** Reads the paths of a form, by the templates of its address and its page. */
export function formPaths(address: string, page: string) {
  const find = (sentTo: string) => matchPath(`${address}/submit`, sentTo.slice(1).split('/'));
  return {
    /** @throws AdminError `not_found` */
    namesIn: (sentTo: string): Names => {
      const names = find(sentTo);
      if (names === null) throw notFound();
      return names;
    },
    /** The path of its page. Null if the path of the form contains something that is no name. */
    pageOf: (sentTo: string) => {
      const names = find(sentTo);
      return names && fillPath(page, names);
    },
  };
}

/** The operation of the API. It takes no name for confirmation: a program does not press a button by accident. */
function operationOf<Target, Result, Declared extends Fields>(
  { path, permission, target: find, fields, run, api }: Definition<Target, Declared, Result>,
  schema: z.ZodObject<Declared>,
): Operation | null {
  if (api === undefined) return null;
  const { method = 'POST', path: at = `/${path.replace(/\[(\w+)\]/g, '{$1}')}`, query = null, ...rest } = api;
  const { body, versionOf, answer, ...described } = rest;
  return defineOperation({
    ...{ ...described, permission, query },
    endpoint: `${method} ${at}`,
    ...(versionOf !== undefined && { condition: 'match' }),
    body: body ?? (method === 'DELETE' ? null : fields === undefined ? nothing : entry(fields)),
    run: async (admin, input) => {
      const target = await find(admin, { ...input.path, ...input.query });
      if (versionOf !== undefined) checkCondition(input.condition, versionOf(target));
      const result = await run(admin, target, schema.parse(input.body ?? {}));
      return (await answer?.(admin, target, result)) ?? {};
    },
  });
}
