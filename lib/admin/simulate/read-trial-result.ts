import type { Client } from '#lib/clients/client';
import { readTrial } from '#lib/login/trial/read-trial';
import type { SignInReport } from '#lib/login/trial/report';
import type { AdminContext } from '../admin-context';
import type { ApplicationKind } from '../clients/application-kind';
import { explainRefused, type SimulatedRefusal } from './explain-refused';

export type TrialResult = { readonly at: Date } & (Extract<SignInReport, { outcome: 'answered' }> | SimulatedRefusal);

/**
 * Whether people sign in to a client through their browser and are redirected back. Devices and machines work
 * differently.
 */
export function canTrySignIn(kind: ApplicationKind, redirectUris: unknown): boolean {
  return kind !== 'machine' && kind !== 'device' && Array.isArray(redirectUris) && redirectUris.length > 0;
}

/**
 * The result of a trial sign-in.
 * @returns null if the trial belongs to another session or client, or is no longer kept
 */
export async function readTrialResult(
  admin: AdminContext,
  { clientId, redirectUris }: Pick<Client, 'clientId' | 'redirectUris'>,
  handle: string,
): Promise<TrialResult | null> {
  const { sid } = admin.principal;
  const found = sid === null ? null : await readTrial(handle, { clientId, sid }, admin);
  if (found === null) return null;
  const { report, at } = found;
  if (report.outcome === 'answered') return { ...report, at };
  const { error: code, description, rule } = report;
  const goesTo = redirectUris[0] ?? null;
  return { ...explainRefused({ code, description, rule, facts: {} }, { clientId, goesTo }, admin), at };
}
