import type { ApplyReport } from '#lib/config/apply';
import { entryVersion } from '#lib/config/diff';
import { sha256 } from '#lib/crypto/hash';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { findStoredClients } from '../clients/section';
import { isForOwner } from '../configuration/check-authority';
import { findProblem } from '../configuration/find-problem';
import { type EntryEdit, saveEntries } from '../configuration/save-entries';
import type { StoredEntry } from '../entries/admin-section';
import { entryPath } from '../entries/admin-sections';
import { describeChange, type RevisionChange } from '../history/read';
import type { Check, CheckRule } from './check';
import { openChecks } from './current-checks';

type Fix = {
  /**
   * The changes of a client.
   * @param found the details of its findings
   */
  readonly change: (stored: StoredEntry, found: ReadonlySet<string | null>, now: Date) => Wire;
};

/** The rules whose findings can be fixed without a decision. */
const fixes: Readonly<Partial<Record<CheckRule, Fix>>> = {
  pkce_missing_public: { change: () => ({ require_pkce: true }) },
  pkce_missing: { change: () => ({ require_pkce: true }) },
  pkce_not_required: { change: () => ({ require_pkce: true }) },
  secret_expired: {
    change: ({ wire, secrets }, _, now) => ({
      client_secrets: listOf(wire.client_secrets).filter((_secret, place) => !isOver(secrets[place], now)),
    }),
  },
  redirect_uri_unused: {
    change: ({ wire }, found) => ({
      redirect_uris: listOf(wire.redirect_uris).filter((uri) => typeof uri !== 'string' || !found.has(uri)),
    }),
  },
};

/** The maximum number of clients that are changed together, so that the plan stays readable. */
export const fixedTogether = 100;

/** Whether the findings of a rule can be fixed together. */
export function isFixable(rule: string): boolean {
  return Object.hasOwn(fixes, rule);
}

export type FixPlan = {
  readonly rule: CheckRule;
  readonly changes: readonly RevisionChange[];
  /** The number of clients with findings of the rule. Only the first hundred are in the plan. */
  readonly clients: number;
  /** The number of those that only an owner may change. */
  readonly forOwners: number;
  /** Why the changed configuration would be invalid. Null if it is valid. */
  readonly problem: string | null;
  /** Identifies this plan. The form sends it back, so that nothing else is changed. */
  readonly seen: string;
};

/**
 * Plans the changes that fix the findings of a rule. Nothing is written.
 * @throws AdminError `not_found`
 */
export async function planFix(admin: AdminContext, asked: string): Promise<FixPlan> {
  const { rule, edits, forOwners, clients } = await prepare(admin, asked);
  return {
    rule,
    changes: edits.map(({ edit: { section, key, entry }, stored }) => ({
      ...describeChange({ section, key, before: stored, after: entry }),
      href: entryPath({ section, key }),
    })),
    clients,
    forOwners,
    problem: await findProblem(
      admin,
      edits.map(({ edit }) => edit),
    ),
    seen: nameOf(edits),
  };
}

/**
 * Fixes the findings of a rule, as one revision.
 * @param seen the plan that an administrator reviewed
 * @throws AdminError `changed_meanwhile` if the plan is different now; `not_found`, `invalid`
 */
export async function fixChecks(admin: AdminContext, rule: string, seen: string): Promise<ApplyReport> {
  const { edits } = await prepare(admin, rule);
  if (nameOf(edits) !== seen) {
    throw new AdminError('changed_meanwhile', 'The configuration changed. Review what this would change now.');
  }
  return saveEntries(
    admin,
    edits.map(({ edit }) => edit),
  );
}

type Planned = { readonly edit: EntryEdit & { readonly section: 'clients' }; readonly stored: Wire };

async function prepare(admin: AdminContext, asked: string) {
  const checks = (await openChecks(admin)).filter((check) => check.rule === asked);
  const rule = checks[0]?.rule;
  const fix = rule && fixes[rule];
  if (rule === undefined || fix === undefined) throw new AdminError('not_found', 'This problem no longer exists');
  const found = byClient(checks);
  const together = [...found].slice(0, fixedTogether);
  const entries = await findStoredClients(
    admin,
    together.map(([clientId]) => clientId),
  );
  const planned = together.flatMap(([clientId, details]): Planned[] => {
    const stored = entries.get(clientId);
    if (stored === undefined) return [];
    const entry = { ...stored.wire, ...fix.change(stored, details, admin.now) };
    const edit = { section: 'clients', key: clientId, entry, expected: entryVersion(stored.wire) } as const;
    return [{ edit, stored: stored.wire }];
  });
  const edits = planned.filter(
    ({ edit: { section, entry }, stored }) => !isForOwner(admin.principal, { section, before: stored, after: entry }),
  );
  return { rule, edits, forOwners: planned.length - edits.length, clients: found.size };
}

function byClient(checks: readonly Check[]): ReadonlyMap<string, ReadonlySet<string | null>> {
  const found = new Map<string, Set<string | null>>();
  for (const { object, detail } of checks) found.set(object.id, (found.get(object.id) ?? new Set()).add(detail));
  return found;
}

function nameOf(edits: readonly Planned[]): string {
  return sha256(JSON.stringify(edits.map(({ edit }) => edit)));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isOver(secret: { readonly expiresAt: Date | null } | undefined, now: Date): boolean {
  return secret !== undefined && secret.expiresAt !== null && secret.expiresAt <= now;
}
