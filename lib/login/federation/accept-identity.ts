import { recordEvents } from '#lib/audit/event-store';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { type Arrived, createFederatedAccount, findAccount, refreshAccount } from '#lib/federation/accounts';
import type { AccountDecision } from '#lib/federation/decide-account';
import { UpstreamError } from '#lib/federation/upstream-error';
import type { HttpResponse } from '#lib/http/types';
import { finishUpstreamSignIn, type UpstreamSignIn } from '#lib/interactions/upstream-sign-in-store';
import { metrics } from '#lib/metrics/metrics';
import { mayEnter } from '#lib/protocol/request-tenant';
import type { IdentityProvider } from '#lib/providers/provider';
import type { Caller } from '#lib/sessions/caller';
import type { User } from '#lib/users/user';
import { tenantsOfNewcomer } from '#lib/vocabulary/user-tenants';
import type { OpenInteraction } from '../load-interaction';
import { acceptFirstProof } from '../proofs/accept-first-proof';
import { retryIfTaken } from '../proofs/after-proof';
import { writeLastProvider } from '../realm/read';
import { withCookies } from '../respond';
import { accountEvent, type Finished, finishArrival, reporting } from './account-event';
import { sealUpstreamResult, type UpstreamResult, upstreamProof } from './sealed';

export type Acceptance = {
  readonly open: OpenInteraction;
  readonly signIn: UpstreamSignIn;
  readonly arrival: UpstreamResult;
  readonly provider: IdentityProvider;
  readonly caller: Caller;
  /** The person's answer: the name for a new account, or the account that they proved. */
  readonly answer?: { readonly username: string } | { readonly proved: User };
};

/**
 * Signs a person in after the return from a provider, with the account that the identity belongs to now, and continues
 * like a sign-in with a password. Of several concurrent first sign-ins, one creates the account and the others use it
 * (security #119).
 * @throws UpstreamError if the identity must not sign in
 */
export async function acceptIdentity(admission: Acceptance, context: Context): Promise<HttpResponse> {
  let report: Finished['report'] = {};
  const note = (finished: Finished) => {
    report = finished.report;
    return finished.user;
  };
  const response = await retryIfTaken(async () => {
    const { open, caller } = admission;
    return acceptFirstProof({ open, caller, remember: false, ...(await prove(admission, note, context)) }, context);
  });
  metrics().signIns.inc({ outcome: 'success' });
  const cookie = writeLastProvider(admission.provider.name, context.settings);
  return reporting(withCookies(response, [cookie]), report);
}

/**
 * The account is decided again, because it may have been created, linked or disabled in the meantime. Until the
 * identity is linked, only the password is a proof.
 */
async function prove(
  admission: Acceptance,
  note: (finished: Finished) => User,
  context: Context,
): Promise<Pick<Parameters<typeof acceptFirstProof>[0], 'proof' | 'via' | 'user'>> {
  const { open, signIn, arrival, provider, answer } = admission;
  const { db, now } = context;
  const account = await findAccount(db, provider, arrival.newcomer);
  const { tenant } = open.required;
  const check = (user: User) => {
    if (!mayEnter(user, tenant)) throw new UpstreamError('tenant', 'the account belongs to other tenants');
    return user;
  };
  if (account.decision === 'prove' && answer !== undefined && 'proved' in answer) {
    const proof = { factor: 'password', at: now, links: signIn.hash } as const;
    return { proof, via: 'link', user: async () => check(answer.proved) };
  }
  const write = chooseWrite(admission, account, context);
  const finish = async (tx: Transaction) => {
    const identity = sealUpstreamResult(arrival, signIn.hash, context);
    if (!(await finishUpstreamSignIn(tx, { ...signIn, identity }, now))) {
      throw new UpstreamError('response', 'the sign-in was finished before');
    }
    return check(note(await finishArrival(tx, await write(tx), admission, context)));
  };
  // The link page asked for a password. Other answers are not credentials.
  const via = answer !== undefined && 'proved' in answer ? 'link' : 'provider';
  return { proof: upstreamProof(arrival, provider), via, user: finish };
}

type Write = (tx: Transaction) => Promise<Arrived>;

function chooseWrite(
  admission: Acceptance,
  { decision, linked }: Awaited<ReturnType<typeof findAccount>>,
  context: Context,
): Write {
  const { newcomer } = admission.arrival;
  if (linked !== null && decision === 'sign_in') return (tx) => refreshAccount(tx, linked.user.sub, newcomer, context);
  const username = newName(admission, decision);
  if (username !== null) {
    const account = { username, tenants: tenantsOfNewcomer(admission.open.required.tenant) };
    return recordingNewcomer(admission, context, (tx) => createFederatedAccount(tx, newcomer, account, context));
  }
  if (decision === 'disabled' || decision === 'not_linked') {
    throw new UpstreamError(decision, 'nobody may sign in with this identity');
  }
  throw new UpstreamError('response', 'what was asked of the person is not what is missing');
}

/** The username of a new account: the person's answer, otherwise the provider's proposal. Null if none is created. */
function newName({ arrival, answer }: Acceptance, decision: AccountDecision): string | null {
  if (decision !== 'create' && decision !== 'complete') return null;
  if (answer !== undefined && 'username' in answer) return answer.username;
  return decision === 'create' ? arrival.newcomer.username : null;
}

/** Writes the account and its event together, or neither of them. */
function recordingNewcomer(admission: Acceptance, context: Context, write: Write): Write {
  return async (tx) => {
    const arrived = await write(tx);
    await recordEvents(tx, [accountEvent('user.created', arrived.user, admission, context)], context.now);
    return arrived;
  };
}
