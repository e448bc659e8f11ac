import { listEntryRevisions } from '#lib/audit/revision-store';
import type { ApplyReport } from '#lib/config/apply';
import { entryVersion } from '#lib/config/diff';
import { createHandle, createId } from '#lib/crypto/random';
import { dayMs } from '#lib/vocabulary/time';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { changeWithoutSecrets } from '#lib/vocabulary/without-secrets';
import type { Review } from '../action-state';
import type { AdminContext } from '../admin-context';
import { AdminError, isAdminError, notFound } from '../admin-error';
import { readEditEffects } from '../configuration/read-effects';
import { type EntryEdit, type SaveOptions, saveEntries } from '../configuration/save-entries';
import { differences } from '../differences';
import type { AdminSection, StoredEntry, Tab } from './admin-section';

/**
 * @param first edits that the entry needs, saved with it
 * @throws AdminError `already_exists` at the key, `invalid` with the fields
 */
export async function createEntry(
  admin: AdminContext,
  kind: AdminSection,
  entry: Wire,
  first: readonly EntryEdit[] = [],
): Promise<ApplyReport> {
  const { section, key: field } = kind;
  const key = String(entry[field] ?? '');
  try {
    if ((await findEntry(admin, kind, key))?.isBuiltIn) throw new AdminError('already_exists', 'it is built in');
    return await saveEntries(admin, [...first, { section: section.name, key, entry, expected: null }]);
  } catch (error) {
    throw isAdminError(error) && error.code === 'already_exists' ? alreadyThere(kind, key) : error;
  }
}

/** Reports at the field that the name is taken. */
export function alreadyThere({ section, key: field }: AdminSection, key: string): AdminError {
  const message = `the ${section.shortNoun} ${key} already exists`;
  return new AdminError('already_exists', message, [
    { field, code: 'already_exists', message, facts: { noun: section.shortNoun, key } },
  ]);
}

/** The stored entry; null if there is none. */
export async function findEntry(admin: AdminContext, { get }: AdminSection, key: string): Promise<StoredEntry | null> {
  try {
    return await get(admin, key);
  } catch (error) {
    if (isAdminError(error) && error.code === 'not_found') return null;
    throw error;
  }
}

type FormSave = {
  readonly key: string;
  /** Returns the changed values. */
  readonly changes: (stored: Wire) => Wire | Promise<Wire>;
  /** The version that the form was created from. */
  readonly version: string;
  readonly saved: Tab['saved'];
};

/**
 * Saves the changes of a form to an entry. The rest of the entry stays as it is stored.
 * @throws AdminError as saveEntries() does; `changed_meanwhile` says who saved what in the meantime
 */
export async function saveForm(
  admin: AdminContext,
  kind: AdminSection,
  { key, changes, version, saved }: FormSave,
): Promise<ApplyReport> {
  const { name: section } = kind.section;
  const { wire: stored, isBuiltIn } = await kind.get(admin, key);
  const entry = { ...stored, ...(await changes(stored)) };
  try {
    if (entryVersion(stored) !== version)
      throw new AdminError('changed_meanwhile', `Someone else changed ${key} in the meantime`);
    return await saveEntries(admin, [{ section, key, entry, expected: isBuiltIn ? null : version }]);
  } catch (error) {
    throw await withConflict(admin, error, {
      section,
      key,
      saved,
      read: async () => (await kind.get(admin, key)).wire,
    });
  }
}

type Conflicting = {
  readonly section: string;
  readonly key: string;
  readonly saved: Tab['saved'];
  /** Reads the present entry. */
  readonly read: () => Promise<Wire>;
};

/** Adds to `changed_meanwhile` who saved what in the meantime. Other errors stay as they are. */
export async function withConflict(
  { db }: Pick<AdminContext, 'db'>,
  error: unknown,
  { section, key, saved, read }: Conflicting,
): Promise<unknown> {
  if (!isAdminError(error) || error.code !== 'changed_meanwhile') return error;
  const stored = await read();
  const [last] = await listEntryRevisions(db, { section, key, limit: 1 });
  const conflict = {
    version: entryVersion(stored),
    by: last?.actor.name ?? null,
    at: last?.at.toISOString() ?? null,
    values: saved(stored),
  };
  return new AdminError('changed_meanwhile', error.message, [], { cause: error, conflict });
}

type FormReview = Pick<FormSave, 'key' | 'changes' | 'version'>;

/**
 * Shows the changes that a form would make.
 * @throws AdminError `invalid` with the fields
 */
export async function reviewForm(admin: AdminContext, kind: AdminSection, form: FormReview): Promise<Review> {
  const { edit, stored } = await editOf(admin, kind, form);
  return reviewEdit(admin, edit, { stored, version: form.version });
}

/** The same, if the changes take access from people. Otherwise null. */
export async function reviewLoss(admin: AdminContext, kind: AdminSection, form: FormReview): Promise<Review | null> {
  const { edit, stored } = await editOf(admin, kind, form);
  const effects = await readEditEffects(admin, [edit]);
  return effects.takesAccess ? showReview(effects, { stored, version: form.version }) : null;
}

async function editOf(admin: AdminContext, kind: AdminSection, { key, changes }: FormReview) {
  const { name: section } = kind.section;
  const { wire: stored } = await kind.get(admin, key);
  return { edit: { section, key, entry: { ...stored, ...(await changes(stored)) } }, stored };
}

type Reviewed = { readonly stored: Wire; readonly version: string };

/**
 * Shows the changes that an edit would make.
 * @throws AdminError `invalid` with the fields
 */
export async function reviewEdit(admin: AdminContext, edit: EntryEdit, reviewed: Reviewed): Promise<Review> {
  return showReview(await readEditEffects(admin, [edit]), reviewed);
}

function showReview(
  { changes, lines: effects, takesAccess }: Awaited<ReturnType<typeof readEditEffects>>,
  { stored, version }: Reviewed,
): Review {
  const { before, after } = changeWithoutSecrets(stored, changes[0]?.after ?? stored);
  return { differences: differences(before, after), effects, takesAccess, seen: entryVersion(after ?? {}), version };
}

/** Changes some keys of an entry, for example `enabled`. */
export async function changeEntry(
  admin: AdminContext,
  kind: AdminSection,
  key: string,
  change: (stored: StoredEntry) => Wire,
  options: SaveOptions = {},
): Promise<ApplyReport> {
  const stored = await kind.get(admin, key);
  const entry = { ...stored.wire, ...change(stored) };
  const edit = { section: kind.section.name, key, entry, expected: entryVersion(stored.wire) };
  return saveEntries(admin, [edit], options);
}

/**
 * Deletes an entry and everything that was granted through it. For a built-in scope, this restores its own texts and
 * claims.
 * @param options `version` is what the person saw (see entryVersion()); without it, any version is deleted
 * @throws AdminError `not_found`, `changed_meanwhile`; `in_use` if it is enabled or held, or another entry refers to it
 */
export async function deleteEntry(
  admin: AdminContext,
  kind: AdminSection,
  key: string,
  { version = null, ...options }: SaveOptions & { readonly version?: string | null } = {},
): Promise<ApplyReport> {
  const { wire, isBuiltIn } = await kind.get(admin, key);
  if (isBuiltIn) throw notFound();
  const { name: section, shortNoun } = kind.section;
  if (!isDeletable(kind, wire)) {
    throw new AdminError('in_use', `Disable the ${shortNoun} before you delete it`);
  }
  const held = kind.heldBy?.(wire) ?? null;
  if (held !== null) throw new AdminError('in_use', held);
  return saveEntries(admin, [{ section, key, entry: null, expected: version ?? entryVersion(wire) }], options);
}

/** Entries of a guarded section must be disabled before they can be deleted, because people sign in with them. */
export function isDeletable({ isGuarded }: AdminSection, { enabled }: Wire): boolean {
  return !isGuarded || enabled !== true;
}

type NewSecret = { readonly description: string | null; readonly expiresInDays: number | null };

type MadeSecret = { readonly id: string; readonly secret: string; readonly expiresAt: Date | null };

/** @returns the secret, which cannot be shown again. Its ID is chosen here, because others may add secrets meanwhile */
export async function addSecret(
  admin: AdminContext,
  kind: AdminSection,
  key: string,
  { description, expiresInDays }: NewSecret,
): Promise<MadeSecret> {
  const id = createId();
  const secret = createHandle();
  const expiresAt = expiresInDays === null ? null : new Date(admin.now.getTime() + expiresInDays * dayMs);
  const added = { value: secret, description, expires_at: expiresAt?.toISOString() ?? null };
  await changeSecrets(admin, kind, key, (stored) => [...secretsOf(kind, stored), added], { newSecretId: id });
  return { id, secret, expiresAt };
}

/** @throws AdminError `not_found`; `invalid` for the last secret of a client that needs one */
export async function deleteSecret(
  admin: AdminContext,
  kind: AdminSection,
  key: string,
  id: string,
): Promise<ApplyReport> {
  const without = (stored: StoredEntry) => {
    const place = stored.secrets.findIndex((secret) => secret.id === id);
    if (place === -1) throw new AdminError('not_found', 'This secret does not exist');
    return secretsOf(kind, stored).toSpliced(place, 1);
  };
  return changeSecrets(admin, kind, key, without);
}

async function changeSecrets(
  admin: AdminContext,
  kind: AdminSection,
  key: string,
  change: (stored: StoredEntry) => readonly unknown[],
  options: SaveOptions = {},
): Promise<ApplyReport> {
  const { secrets } = kind;
  if (secrets === undefined) throw notFound();
  return changeEntry(admin, kind, key, (stored) => ({ [secrets.key]: change(stored) }), options);
}

function secretsOf({ secrets }: AdminSection, { wire }: StoredEntry): readonly unknown[] {
  const stored = secrets && wire[secrets.key];
  return Array.isArray(stored) ? stored : [];
}
