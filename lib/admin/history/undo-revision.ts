import { isDeepStrictEqual } from 'node:util';
import { listChangesOf, type RecordedChange } from '#lib/audit/revision-store';
import type { ApplyReport } from '#lib/config/apply';
import { entryVersion } from '#lib/config/diff';
import { type ToldMark, tellMark } from '#lib/config/impact/describe-mark';
import { readImpact } from '#lib/config/impact/read-impact';
import { formerFacts, inFormerOrder, takeBack, toSection } from '#lib/config/revisions/undo';
import { sha256 } from '#lib/crypto/hash';
import { requireWholeHistory } from '#lib/db/revision';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { secretKeys } from '#lib/vocabulary/without-secrets';
import { type NeededProof, sectionProof } from '../access/proof-window';
import type { AdminContext } from '../admin-context';
import { AdminError, isAdminError } from '../admin-error';
import { certificateNames } from '../clients/certificate';
import { checkAuthority } from '../configuration/check-authority';
import { findProblem } from '../configuration/find-problem';
import { readEditEffects } from '../configuration/read-effects';
import { type EntryEdit, planEntries, saveEntries } from '../configuration/save-entries';
import { entryPath, getAdminSection } from '../entries/admin-sections';
import { findEntry } from '../entries/change-entry';
import { maximumReason } from '../read-form';
import { readPortal } from '../settings/actions';
import { describeChange, type RevisionChange, readRevision, requireRevision } from './read';
import { texts } from './texts';

/** What undoing one revision would change. */
export type UndoPlan = {
  /** Each entry that would change. Secrets are compared only by their number. Empty if nothing is left to undo. */
  readonly changes: readonly (RevisionChange & { readonly risks: readonly ToldMark[] })[];
  /** The entries with later changes. Only the settings that the revision changed are undone. */
  readonly changedSince: readonly string[];
  /** Why the resulting configuration would be invalid. Null if it is valid. */
  readonly problem: string | null;
  /** Identifies this plan. A reviewed undo sends it back, so that nothing else is changed. */
  readonly seen: string;
};

/** A revision with more entries, such as an import, is undone by restoring the previous one. */
const undoable = 500;

/**
 * What undoing one revision would change. Nothing is written.
 * @throws AdminError `not_found`
 */
export async function planUndo(admin: AdminContext, number: number): Promise<UndoPlan> {
  try {
    const inverse = await invert(admin, number);
    const problem = inverse.length === 0 ? null : await findProblem(admin, editsOf(inverse));
    const risks = problem === null ? await readRisks(admin, inverse) : new Map();
    const plan = {
      changes: inverse.map(({ edit, stored }) => {
        const { section, key, entry } = edit;
        return {
          ...describeChange({ section, key, before: stored, after: entry }),
          href: stored && entryPath({ section, key }),
          risks: risks.get(`${section} ${key}`) ?? [],
        };
      }),
      changedSince: inverse.flatMap(({ edit, isChangedSince }) => (isChangedSince ? [edit.key] : [])),
      seen: nameOf(inverse),
    };
    return { ...plan, problem };
  } catch (error) {
    if (!isAdminError(error) || error.code !== 'invalid') throw error;
    return { changes: [], changedSince: [], problem: error.message, seen: '' };
  }
}

/** The effects of undoing, by section and key. */
async function readRisks(
  admin: AdminContext,
  inverse: readonly Inverse[],
): Promise<ReadonlyMap<string, readonly ToldMark[]>> {
  if (inverse.length === 0) return new Map();
  const { changes } = await planEntries(admin, editsOf(inverse));
  const impact = await readImpact(admin.db, changes, admin.now);
  return new Map([...impact].map(([{ section, key }, marks]) => [`${section} ${key}`, marks.map(tellMark)]));
}

/**
 * Undoes the changes of one revision, as a new revision. Later changes of other settings stay.
 * @param seen the plan that an administrator reviewed. Null for an undo without review, which is refused if the same
 * entries changed later, or if it deletes an entry with its grants or takes access from people
 * @throws AdminError `not_found`; `changed_meanwhile` if it must be reviewed, or the reviewed plan was different;
 * `invalid`, `in_use`, `forbidden`
 */
export async function undoRevision(admin: AdminContext, number: number, seen: string | null): Promise<ApplyReport> {
  const inverse = await invert(admin, number);
  const isAsShown = seen === null ? await isHarmless(admin, inverse) : seen === nameOf(inverse);
  if (inverse.length === 0 || !isAsShown) {
    throw new AdminError('changed_meanwhile', 'The configuration changed. Review what undoing this would change now.');
  }
  checkAuthority(admin, inverse.flatMap(secretGivenBack));
  const { revision } = await readRevision(admin, number);
  const note = texts.undo.note(number, revision.summary).slice(0, maximumReason);
  return saveEntries({ ...admin, reason: admin.reason ?? note }, editsOf(inverse));
}

/**
 * The change of a provider from what it was. Its former secret was for its former issuer, and the issuer may have changed
 * since, so saveEntries() alone would not see that the secret goes elsewhere.
 */
function secretGivenBack({ edit: { section, key, entry }, before }: Inverse) {
  return section === 'identity_providers' ? [{ section, key, before, after: entry }] : [];
}

type Inverse = {
  readonly edit: EntryEdit;
  readonly stored: Wire | null;
  /** The entry before the revision. */
  readonly before: Wire | null;
  readonly isChangedSince: boolean;
};

async function isHarmless(admin: AdminContext, inverse: readonly Inverse[]): Promise<boolean> {
  if (inverse.some(({ edit, isChangedSince }) => isChangedSince || edit.entry === null)) return false;
  return !(await readEditEffects(admin, editsOf(inverse))).takesAccess;
}

async function invert(admin: AdminContext, number: number): Promise<readonly Inverse[]> {
  await requireRevision(admin.db, number);
  await requireWholeHistory(admin.db);
  const recorded = await listChangesOf(admin.db, [number]);
  if (recorded.length > undoable) {
    throw new AdminError(
      'invalid',
      `It changed more than ${undoable} entries. Restore the revision before it instead.`,
    );
  }
  const inverse: Inverse[] = [];
  for (const change of inFormerOrder(recorded)) inverse.push(...(await invertChange(admin, change)));
  return inverse;
}

async function invertChange(admin: AdminContext, change: RecordedChange): Promise<Inverse[]> {
  const { section: name, key, before, after } = change;
  const section = toSection(name);
  if (section === null || section === 'users') return [];
  const stored = section === 'portal' ? (await readPortal(admin)).entry : await findStored(admin, section, key);
  const entry = takeBack(stored, change);
  const isMoved = before !== null && after !== null && before.position !== after.position && entry !== null;
  if (isDeepStrictEqual(entry, stored) && !isMoved) return [];
  const expected = stored && entryVersion(stored);
  const isChangedSince = expected !== (after && entryVersion(after));
  const former = formerFacts(change);
  if (section !== 'portal')
    return [{ edit: { section, key, entry, expected, ...former }, stored, before, isChangedSince }];
  return entry === null ? [] : [{ edit: { section, key: '', entry, expected }, stored, before, isChangedSince }];
}

async function findStored(admin: AdminContext, section: string, key: string): Promise<Wire | null> {
  const found = await findEntry(admin, getAdminSection(section), key);
  return found === null || found.isBuiltIn ? null : found.wire;
}

function editsOf(inverse: readonly Inverse[]): readonly EntryEdit[] {
  return inverse.map(({ edit }) => edit);
}

function nameOf(inverse: readonly Inverse[]): string {
  return sha256(JSON.stringify(editsOf(inverse)));
}

/**
 * Undoing a revision needs the proof of what it does (decision 021). It may delete an entry, or put back one that was
 * deleted, a secret or a key.
 */
export async function undoProof(number: number, { db }: Pick<AdminContext, 'db'>): Promise<NeededProof> {
  const changes = await listChangesOf(db, [number]);
  return changes.every(changesSettingsAlone) ? 'none' : 'sudo';
}

/** What authenticates a client or an API, or the program that manages a client. */
const credentials = [...secretKeys, 'token_endpoint_auth_method', 'jwks', 'jwks_uri', ...certificateNames];

/** Whether it only changed settings of a client or a scope, apart from its credentials. */
function changesSettingsAlone({ section, before, after }: RecordedChange): boolean {
  if (sectionProof(section) !== 'none' || before === null || after === null) return false;
  return credentials.every((key) => isDeepStrictEqual(before[key], after[key]));
}
