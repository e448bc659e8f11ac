import { readTrial } from '#lib/login/trial/read-trial';
import type { SignInReport } from '#lib/login/trial/report';
import type { AdminContext } from '../admin-context';
import { notFound } from '../not-found';
import { explainRefused, type SimulatedRefusal } from '../simulate/explain-refused';
import type { ApplicationKind } from './application-kind';
import { trialRequest } from './trial-request';

/** The page where an administrator tries a client's sign-in. */
export type TrialPage = {
  /** Why nobody can start a sign-in. Null if people can. */
  readonly refusal: SimulatedRefusal | null;
  /**
   * The trial that the address names. `none` if it belongs to another session or is no longer kept. Null if the address
   * names none.
   */
  readonly result: null | 'none' | TrialResult;
};

export type TrialResult = { readonly at: Date } & (Extract<SignInReport, { outcome: 'answered' }> | SimulatedRefusal);

type Tried = { readonly kind: ApplicationKind; readonly settings: Readonly<Record<string, unknown>> };

/**
 * Whether people sign in to a client through their browser and are redirected back. Devices and machines work
 * differently.
 */
export function canTrySignIn({ kind, settings: { redirect_uris: uris } }: Tried): boolean {
  return kind !== 'machine' && kind !== 'device' && Array.isArray(uris) && uris.length > 0;
}

/**
 * @param handle the handle of the trial whose result to show
 * @throws AdminError `not_found` for a client without a sign-in
 */
export async function readTrialPage(
  admin: AdminContext,
  detail: Tried & { readonly clientId: string },
  handle: string | undefined,
): Promise<TrialPage> {
  const { clientId } = detail;
  const client = admin.snapshot.clients.get(clientId);
  if (client === undefined || !canTrySignIn(detail)) throw notFound();
  const asked = trialRequest(client, undefined, admin);
  const { sid } = admin.principal;
  const found = handle === undefined || sid === null ? null : await readTrial(handle, { clientId, sid }, admin);
  return {
    refusal: 'outcome' in asked ? asked : null,
    result: found === null ? (handle === undefined ? null : 'none') : toResult(found, client, admin),
  };
}

type Found = NonNullable<Awaited<ReturnType<typeof readTrial>>>;
type RedirectUris = { readonly clientId: string; readonly redirectUris: readonly string[] };

function toResult({ report, at }: Found, { clientId, redirectUris }: RedirectUris, admin: AdminContext): TrialResult {
  if (report.outcome === 'answered') return { ...report, at };
  const { error: code, description, rule } = report;
  const goesTo = redirectUris[0] ?? null;
  return { ...explainRefused({ code, description, rule, facts: {} }, { clientId, goesTo }, admin), at };
}
