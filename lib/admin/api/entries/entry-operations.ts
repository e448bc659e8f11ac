import { z } from 'zod';
import { entryVersion } from '#lib/config/diff';
import type { Transaction } from '#lib/db/database';
import { pathKey } from '#lib/vocabulary/path-segment';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { secretKeys } from '#lib/vocabulary/without-secrets';
import type { AdminContext } from '../../admin-context';
import { notFound } from '../../admin-error';
import { saveEntries } from '../../configuration/save-entries';
import type { AdminSection, ApiFace, Completed, StoredEntry } from '../../entries/admin-section';
import { alreadyThere, deleteEntry, findEntry } from '../../entries/change-entry';
import { ApiProblem } from '../api-problem';
import { type Condition, checkCondition } from '../conditions';
import { apiRoot } from '../find-operation';
import { defineOperation, type Operation, type Outcome } from '../operation';
import { slicePage } from '../paging';
import { pageOf, paging } from '../schemas';
import { entrySchemas, represent } from './entry-schemas';
import { secretOperations } from './secret-operations';

/** Operations that read and write one entry of a section. Each section has its own operation for lists. */
export function entryOperations(kind: AdminSection): Operation[] {
  const { key, section, secrets, api } = kind;
  const { one, path, schemaName, list } = api;
  const { noun } = section;
  const { written, patch, answer, answerOnce } = entrySchemas(kind);
  const at = `${path}/{${key}}` as const;
  return [
    ...(list === undefined ? [] : [listOperation(kind, answer, list)]),
    defineOperation({
      id: `get${schemaName}`,
      endpoint: `GET ${at}`,
      summary: `Get ${one}`,
      permission: 'read',
      success: { status: 200, description: `The ${noun}.`, schema: answer, isVersioned: true },
      run: async (admin, input) => answerEntry(admin, kind, input.path[key]),
    }),
    defineOperation({
      id: `create${schemaName}`,
      endpoint: `POST ${path}`,
      summary: `Create ${one}`,
      permission: 'edit',
      body: written,
      success: { status: 201, description: `The new ${noun}.`, schema: answerOnce, isVersioned: true },
      run: async (admin, { given }) => {
        const { entry, name } = newEntry(kind, given);
        if ((await findEntry(admin, kind, name)) !== null) throw alreadyThere(kind, name);
        return writeEntry(kind, admin, { key: name, entry, stored: null });
      },
    }),
    defineOperation({
      id: `put${schemaName}`,
      endpoint: `PUT ${at}`,
      summary: `Create or replace ${one}`,
      description: 'Settings you leave out get their defaults. Secrets are kept.',
      permission: 'edit',
      condition: 'create',
      body: written,
      success: { status: 200, description: `The updated ${noun}.`, schema: answerOnce, isVersioned: true },
      run: (admin, input) => change(kind, admin, input, 'replace'),
    }),
    defineOperation({
      id: `patch${schemaName}`,
      endpoint: `PATCH ${at}`,
      summary: `Update ${one}`,
      description: 'Replaces the settings you send, each as a whole. Null is a value like any other.',
      permission: 'edit',
      condition: 'match',
      body: patch,
      success: { status: 200, description: `The updated ${noun}.`, schema: answerOnce, isVersioned: true },
      run: (admin, input) => change(kind, admin, input, 'merge'),
    }),
    defineOperation({
      id: `delete${schemaName}`,
      endpoint: `DELETE ${at}`,
      summary: `Delete ${one}`,
      permission: 'edit',
      condition: 'match',
      success: { status: 204, description: `The ${noun} was deleted.` },
      run: async (admin, input) => {
        const stored = await getEntry(kind, admin, input.path[key]);
        checkCondition(input.condition, versionOf(stored));
        const name = input.path[key] ?? '';
        const alongside = async (tx: Transaction) => api.checkDeletion?.(tx, admin, name);
        await deleteEntry(admin, kind, name, { version: versionOf(stored), alongside });
        return {};
      },
    }),
    ...(secrets === undefined ? [] : secretOperations(kind)),
  ];
}

type Change = {
  readonly path: Readonly<Record<string, string>>;
  readonly given: unknown;
  readonly condition: Condition;
};

async function change(
  kind: AdminSection,
  admin: AdminContext,
  { path, given, condition }: Change,
  mode: 'replace' | 'merge',
): Promise<Outcome> {
  const key = path[kind.key] ?? '';
  const stored = await findEntry(admin, kind, key);
  if (stored === null && condition.kind !== 'absent') throw notFound();
  checkCondition(condition, stored && versionOf(stored));
  const entry = mergeEntry(kind, { key, stored: stored?.wire ?? null, given, mode });
  return writeEntry(kind, admin, { key, entry, stored });
}

function newEntry(kind: AdminSection, given: unknown): { readonly entry: Wire; readonly name: string } {
  const entry = mergeEntry(kind, { key: null, stored: null, given, mode: 'replace' });
  const name = entry[kind.key];
  if (typeof name !== 'string') throw new Error('the schema asks for a name');
  return { entry, name };
}

type Write = { readonly key: string; readonly entry: Wire; readonly stored: StoredEntry | null };

async function writeEntry(kind: AdminSection, admin: AdminContext, { key, entry, stored }: Write): Promise<Outcome> {
  const { once: shown = {}, complete = (given): Completed => ({ entry: given }) } = kind.api;
  const { entry: whole, once = {} } = complete(entry, admin.now);
  const expected = stored === null || stored.isBuiltIn ? null : versionOf(stored);
  await saveEntries(admin, [{ section: kind.section.name, key, entry: whole, expected }]);
  const answer = await answerEntry(admin, kind, key);
  const hidden = Object.fromEntries(Object.keys(shown).map((name) => [name, once[name] ?? null]));
  if (stored !== null) return { ...answer, once: hidden };
  return { ...answer, status: 201, once: hidden, location: `${apiRoot}${kind.api.path}/${pathKey(key)}` };
}

async function getEntry(kind: AdminSection, admin: AdminContext, key: string | undefined): Promise<StoredEntry> {
  const stored = key === undefined ? null : await findEntry(admin, kind, key);
  if (stored === null) throw new ApiProblem('not_found', `This ${kind.section.noun} does not exist`);
  return stored;
}

async function answerEntry(admin: AdminContext, kind: AdminSection, key: string | undefined): Promise<Outcome> {
  const stored = await getEntry(kind, admin, key);
  const [body = {}] = await represent(admin, kind, new Map([[key ?? '', stored]]));
  return { body, version: versionOf(stored) };
}

/** A built-in entry gets another version when it is configured, because `meta` tells so. */
function versionOf({ wire, isBuiltIn }: StoredEntry): string {
  return entryVersion(isBuiltIn ? { ...wire, built_in: true } : wire);
}

const query = z.strictObject(paging);

/** Lists the complete entries of a short section, sorted by name. */
function listOperation(kind: AdminSection, answer: z.ZodType, list: NonNullable<ApiFace['list']>): Operation {
  const { path, schemaName } = kind.api;
  return defineOperation({
    id: `list${schemaName}s`,
    endpoint: `GET ${path}`,
    summary: `List ${kind.section.noun}s by name`,
    permission: 'read',
    query,
    success: { status: 200, description: `A page of ${kind.section.noun}s.`, schema: pageOf(answer) },
    run: async (admin, { query }) => {
      const entries = [...(await list(admin))].sort(([one], [other]) => (one < other ? -1 : 1));
      const { items, next } = slicePage(entries, ([name]) => name, { path, query });
      return { body: { items: await represent(admin, kind, new Map(items)), next } };
    },
  });
}

type Merge = {
  /** The key in the address. Null if the entry is created with a POST to its list. */
  readonly key: string | null;
  readonly stored: Wire | null;
  /** The body, which has passed the schema. */
  readonly given: unknown;
  readonly mode: 'replace' | 'merge';
};

/**
 * The complete entry that a body asks for, as in the configuration file. Stored secrets stay, because they have their
 * own operations.
 * @throws ApiProblem `invalid` if the body names another entry
 */
function mergeEntry({ key: keyName, api }: AdminSection, { key, stored, given, mode }: Merge): Wire {
  const { newKey, once = {} } = api;
  const settings: Record<string, unknown> = typeof given === 'object' ? { ...given } : {};
  // The members of an answer that are no settings.
  for (const name of ['meta', ...Object.keys(once)]) delete settings[name];
  const name = settings[keyName] ?? key ?? newKey?.();
  if (key !== null && name !== key) {
    const error = {
      pointer: `/${keyName}`,
      code: 'not_the_name',
      detail: 'expected the name in the address, or no name',
    };
    throw new ApiProblem('invalid', 'The name in the body differs from the address', [error]);
  }
  if (name === undefined) {
    const error = { pointer: `/${keyName}`, code: 'invalid_type', detail: 'expected text, but it is missing' };
    throw new ApiProblem('invalid', 'The body is not valid', [error]);
  }
  const kept =
    stored === null ? [] : Object.entries(stored).filter(([field]) => mode === 'merge' || secretKeys.has(field));
  return { ...Object.fromEntries(kept), ...settings, [keyName]: name };
}
