import { recordEvents } from '#lib/audit/event-store';
import { transaction } from '#lib/db/transaction';
import { text } from '#lib/forms/read-posted';
import { dayMs } from '#lib/vocabulary/time';
import type { NeededProof } from '../access/proof-window';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError } from '../admin-error';
import { savedFlash } from '../flash/flash';
import { type Action, defineAction } from '../kit/define-action';
import { textOf } from '../query';
import type { Check, CheckRule } from './check';
import { keyOfCheck, splitChecks } from './current-checks';
import { deleteDismissals, saveDismissals } from './dismissal-store';
import { fixChecks } from './plan-fix';
import { texts } from './texts';

const checks = '/admin/checks';
const maximumDays = 1827;

/** Hides one finding, or all open findings of a rule, from every administrator until a day. */
export const dismiss = defineAction({
  path: 'checks/dismiss',
  permission: 'edit',
  proof: 'none',
  target: async () => null,
  fields: { rule: text(60), key: text(64), until: text(20) },
  event: 'check.dismissed',
  run: (admin, _, { rule, key, until }) => {
    return dismissChecks(admin, { rule, key: key || null }, readEnd(until, admin));
  },
  done: (_, dismissed) => ({ goTo: checks, say: texts.dismiss.done(dismissed.length) }),
});

/** Shows a dismissed finding again. */
export const restore = defineAction({
  path: 'checks/dismissed',
  permission: 'edit',
  proof: 'none',
  target: async () => null,
  fields: { key: text(64) },
  event: 'check.restored',
  run: (admin, _, { key }) => restoreCheck(admin, key),
  done: () => ({ goTo: '/admin/checks/dismissed', say: texts.dismissed.restored }),
});

/** One of the fixes deletes secrets. */
export function proofOfFix(rule: string): NeededProof {
  return rule === 'secret_expired' ? 'sudo' : 'none';
}

/** Fixes the findings of a rule, as its plan said. */
export const fix = defineAction({
  path: 'checks/fix',
  permission: 'edit',
  proof: async (_, __, form) => proofOfFix(form?.text('rule') ?? ''),
  target: async () => null,
  fields: { rule: text(60), seen: text(100) },
  event: 'client.updated',
  run: (admin, _, { rule, seen }) => fixChecks(admin, rule, seen),
  done: (_, report) => ({ goTo: checks, say: savedFlash(report) }),
});

/**
 * The start of a day (UTC), at most five years ahead. Null without an end date.
 * @throws AdminError `invalid` at the field
 */
function readEnd(text: string, { now }: Pick<AdminContext, 'now'>): Date | null {
  if (text === '') return null;
  const end = new Date(`${text}T00:00:00.000Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(end.getTime());
  if (isDay && end > now && end.getTime() < now.getTime() + maximumDays * dayMs) return end;
  const message = 'expected a date in the next five years';
  throw new AdminError('invalid', message, [{ field: 'until', code: 'not_a_date', message }]);
}

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
  if (first === undefined) throw new AdminError('not_found', 'This problem no longer exists');
  return { rule: first.rule, checks: checks.slice(0, together) };
}

/** @throws AdminError `not_found` */
async function dismissChecks(
  admin: AdminContext,
  findings: Findings,
  expiresAt: Date | null,
): Promise<readonly Check[]> {
  const { rule, checks } = await findOpen(admin, findings);
  const { reason: note = null, principal } = admin;
  const ids = new Set(checks.map(keyOfCheck));
  await transaction(admin.db, async (tx) => {
    const dismissal = { note, dismissedBy: principal.name, dismissedAt: admin.now, expiresAt };
    await saveDismissals(
      tx,
      [...ids].map((id) => ({ id, ...dismissal })),
    );
    const details = { ...tellChecks(checks), note, until: expiresAt?.toISOString() ?? null };
    await recordEvents(tx, [{ ...eventOf(admin, rule), type: 'check.dismissed', details }], admin.now);
  });
  return checks;
}

/** @throws AdminError `not_found` if it is not dismissed */
async function restoreCheck(admin: AdminContext, key: string): Promise<Check> {
  const { dismissed } = await splitChecks(admin);
  const checks = dismissed.flatMap(({ check }) => (keyOfCheck(check) === key ? [check] : []));
  const [check] = checks;
  if (check === undefined) throw new AdminError('not_found', 'This check isn’t dismissed');
  await transaction(admin.db, async (tx) => {
    if ((await deleteDismissals(tx, [key])) === 0) throw new AdminError('not_found', 'This check isn’t dismissed');
    const details = { ...tellChecks(checks), ...(admin.reason && { reason: admin.reason }) };
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
  const [name] = texts.rules[rule];
  return { outcome: 'success', actor, target: { kind: 'check', id: rule, name }, address, requestId } as const;
}

export const checkActions: readonly Action[] = [dismiss, restore, fix];
