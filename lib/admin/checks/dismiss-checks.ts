import { recordEvents } from '#lib/audit/event-store';
import { transaction } from '#lib/db/transaction';
import { adminTexts } from '#lib/i18n/admin/texts';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError } from '../admin-error';
import { textOf } from '../query';
import type { Check, CheckRule } from './check';
import { deleteDismissals, saveDismissals } from './dismissal-store';
import { splitChecks } from './open-checks';
import { keyOfCheck } from './split-dismissed';

/** The maximum number of findings that are dismissed together. */
const together = 500;

/** The findings that an address or a form refers to: all open findings of a rule, or the one with a key. */
export type Findings = { readonly rule: string; readonly key: string | null };

export function readFindings(query: Readonly<Record<string, string>>): Findings {
  return { rule: textOf(query, 'rule', 60) ?? '', key: textOf(query, 'key', 60) };
}

/**
 * Finds these open findings, at most 500.
 * @throws AdminError `not_found` if there are none (any more)
 */
export async function findOpen(
  admin: AdminContext,
  { rule, key }: Findings,
): Promise<{ readonly rule: CheckRule; readonly checks: readonly Check[] }> {
  const { open } = await splitChecks(admin);
  const checks = open.filter((check) => check.rule === rule && (key === null || keyOfCheck(check) === key));
  const [first] = checks;
  if (first === undefined) throw new AdminError('not_found', 'This is no longer found');
  return { rule: first.rule, checks: checks.slice(0, together) };
}

/**
 * Hides findings from every administrator until the end date.
 * @throws AdminError `not_found`
 */
export async function dismissChecks(
  admin: AdminContext,
  findings: Findings,
  { note, expiresAt }: { readonly note: string | null; readonly expiresAt: Date | null },
): Promise<readonly Check[]> {
  const { rule, checks } = await findOpen(admin, findings);
  const { name: dismissedBy } = admin.principal;
  const ids = new Set(checks.map(keyOfCheck));
  await transaction(admin.db, async (tx) => {
    const dismissal = { note, dismissedBy, dismissedAt: admin.now, expiresAt };
    await saveDismissals(
      tx,
      [...ids].map((id) => ({ id, ...dismissal })),
    );
    const details = { ...tellChecks(checks), note, until: expiresAt?.toISOString() ?? null };
    await recordEvents(tx, [{ ...eventOf(admin, rule), type: 'check.dismissed', details }], admin.now);
  });
  return checks;
}

/**
 * Shows a dismissed finding again.
 * @throws AdminError `not_found` if it is not dismissed
 */
export async function restoreCheck(admin: AdminContext, key: string): Promise<Check> {
  const { dismissed } = await splitChecks(admin);
  const checks = dismissed.flatMap(({ check }) => (keyOfCheck(check) === key ? [check] : []));
  const [check] = checks;
  if (check === undefined) throw new AdminError('not_found', 'This is not dismissed');
  await transaction(admin.db, async (tx) => {
    if ((await deleteDismissals(tx, [key])) === 0) throw new AdminError('not_found', 'This is not dismissed');
    const details = tellChecks(checks);
    await recordEvents(tx, [{ ...eventOf(admin, check.rule), type: 'check.restored', details }], admin.now);
  });
  return check;
}

/** The number of findings, and the first ten. */
function tellChecks(checks: readonly Check[]) {
  return { count: checks.length, objects: checks.slice(0, 10).map(({ object }) => `${object.kind} ${object.id}`) };
}

function eventOf(admin: AdminContext, rule: CheckRule) {
  const { actor, address = null, requestId = null } = authorshipOf(admin);
  const [name] = adminTexts.checks.rules[rule];
  return { outcome: 'success', actor, target: { kind: 'check', id: rule, name }, address, requestId } as const;
}
