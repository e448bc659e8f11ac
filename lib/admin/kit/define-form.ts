import { form } from '#lib/forms/form';
import { file, type Posted } from '#lib/forms/read-posted';
import { defaultLimits } from '#lib/http/limits';
import type { Route } from '#lib/protocol/route';
import { fillPath } from '#lib/vocabulary/path-segment';
import { administrator, confirmed } from '../access/administrator';
import type { Permission } from '../access/permission';
import type { NeededProof } from '../access/proof-window';
import type { ActionState, Review } from '../action-state';
import type { AdminContext } from '../admin-context';
import type { Flash } from '../flash/flash';
import { writeFlash } from '../flash/flash-cookie';
import { linesOf, type PostedFields, wordsOf } from '../read-form';
import { formPaths, type Names } from './define-action';

type Definition = {
  /** Below /admin, with `[name]` for the names that become fields of the form: its page. */
  readonly path: string;
  readonly permission: Permission;
  readonly proof: NeededProof;
  /** The section of the configuration that its fields belong to. */
  readonly section?: string;
  /** The fields with files. Its function checks their size. */
  readonly files?: readonly string[];
  /** Fields that it always has. */
  readonly fixed?: Names;
  /** The page with the form below /admin, if it has another path. The fields of another form there do not show it. */
  readonly beside?: string;
};

/** The next page with its message, or what its page shows. */
type Result =
  | { readonly goTo: string; readonly flash: Flash | null }
  | { readonly result: Readonly<Record<string, string>>; readonly guides?: ActionState['guides'] }
  /** The changes to review. With `values`, the form shows these instead of the typed ones. */
  | { readonly review: Review; readonly values?: ActionState['values'] };

/** A form of the administration whose fields depend on what is changed. */
export type AreaForm = Pick<Definition, 'path' | 'permission' | 'proof'> & {
  readonly run: (admin: AdminContext, fields: PostedFields) => Promise<Result>;
  readonly route: Route;
  /** What a page draws the form with. */
  readonly about: (names?: Names) => FormTarget;
};

/** Where a form is sent, and how. */
export type FormTarget = {
  readonly action: string;
  readonly proof: NeededProof;
  readonly hasFile: boolean;
};

/**
 * Defines a form whose function reads its fields itself: the settings of an entry, a document, the steps of a wizard.
 * The names in its path are fields too, so a form is always about the entry in its address.
 */
export function defineForm(
  { path, permission, proof, section, files = [], fixed = {}, beside }: Definition,
  run: (admin: AdminContext, fields: PostedFields) => Promise<Result>,
): AreaForm {
  const address = `/admin/${path}` as const;
  const { namesIn, pageOf } = formPaths(address, `/admin/${beside ?? path}`);
  const route = form(`${address}/submit`, {
    who: administrator(permission, { section }),
    proof: confirmed(proof),
    fields: Object.fromEntries(files.map((name) => [name, file(defaultLimits.pageBodyBytes)])),
    isOpen: true,
    state: { section, isBeside: beside !== undefined },
    page: pageOf,
    handle: async ({ admin }, _, posted) => {
      const done = await run(admin, withNames(posted, { ...fixed, ...namesIn(posted.request.path) }));
      if (!('goTo' in done)) return { again: done };
      const { goTo, flash } = done;
      return { goTo, cookies: flash === null ? [] : [await writeFlash(flash, admin.principal, admin.settings)] };
    },
  });
  const about = (names = {}) => ({ action: fillPath(`${address}/submit`, names), proof, hasFile: files.length > 0 });
  return { path, permission, proof, run, route, about };
}

function withNames({ text, list, file, has, names }: Posted, known: Names): PostedFields {
  const value = (name: string) => (Object.hasOwn(known, name) ? known[name] : undefined);
  const values = (name: string) => (value(name) === undefined ? list(name) : [value(name) ?? '']);
  return {
    text: (name) => value(name) ?? text(name),
    list: values,
    lines: (name) => linesOf(value(name) ?? text(name)),
    words: (name) => values(name).flatMap(wordsOf),
    has: (name) => value(name) !== undefined || has(name),
    file,
    all: Object.fromEntries(names.map((name) => [name, list(name)])),
  };
}
