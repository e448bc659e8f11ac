import { recordEvents } from '#lib/audit/event-store';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { isUniqueViolation } from '#lib/db/transaction';
import { createAccount, findAccount, linkAccount, refreshAccount } from '#lib/federation/accounts';
import type { AccountDecision } from '#lib/federation/decide-account';
import { UpstreamError } from '#lib/federation/upstream-error';
import type { HttpResponse } from '#lib/http/types';
import { finishUpstreamSignIn, type UpstreamSignIn } from '#lib/interactions/upstream-sign-in-store';
import { metrics } from '#lib/metrics/metrics';
import { mayEnter } from '#lib/protocol/request-tenant';
import type { IdentityProvider } from '#lib/providers/provider';
import type { Caller } from '#lib/sessions/caller';
import type { Tenant } from '#lib/tenants/tenant';
import type { User } from '#lib/users/user';
import { highest, type Level } from '#lib/vocabulary/acr-levels';
import { tenantsOfNewcomer } from '#lib/vocabulary/user-tenants';
import { writeLastProvider } from '../last-provider';
import type { OpenInteraction } from '../load-interaction';
import { acceptFirstProof } from '../proofs/accept-first-proof';
import { withCookies } from '../respond';
import { type AccountEventType, accountEvent } from './account-event';
import type { UpstreamResult } from './sealed';
import { sealUpstreamResult } from './sealed';

export type Admission = {
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
 * @throws UpstreamError if nobody may sign in with it
 */
export async function admit(admission: Admission, context: Context): Promise<HttpResponse> {
  try {
    return await tryToAdmit(admission, context);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return tryToAdmit(admission, context);
  }
}

async function tryToAdmit(admission: Admission, context: Context): Promise<HttpResponse> {
  const { open, signIn, arrival, provider, caller } = admission;
  const { now } = context;
  const { tenant } = open.required;
  const write = await chooseWrite(admission, tenant, context);
  const { name, acrMapping } = provider;
  const proof = { factor: 'provider', at: now, provider: name, amr: arrival.amr } as const;
  const response = await acceptFirstProof(
    {
      open,
      caller,
      proof: { ...proof, level: upstreamLevel(arrival, acrMapping) },
      remember: false,
      // The link page asked for a password; other answers are not credentials.
      via: admission.answer !== undefined && 'proved' in admission.answer ? 'link' : 'provider',
      user: async (tx) => {
        const identity = sealUpstreamResult(arrival, signIn.hash, context);
        if (!(await finishUpstreamSignIn(tx, { ...signIn, identity }, now))) {
          throw new UpstreamError('response', 'the sign-in was finished before');
        }
        const user = await write(tx);
        if (!mayEnter(user, tenant)) throw new UpstreamError('tenant', 'the account belongs to other tenants');
        return user;
      },
    },
    context,
  );
  metrics().signIns.inc({ outcome: 'success' });
  return withCookies(response, [writeLastProvider(provider.name, context.settings)]);
}

type Write = (tx: Transaction) => Promise<User>;

/** Decided anew: between the question and the answer the account can have been made, linked or disabled. */
async function chooseWrite(admission: Admission, tenant: Tenant | null, context: Context): Promise<Write> {
  const { arrival, provider, answer } = admission;
  const { newcomer } = arrival;
  const { db, now } = context;
  const { decision, linked } = await findAccount(db, provider, newcomer);
  if (linked !== null && decision === 'sign_in') return (tx) => refreshAccount(tx, linked, newcomer, now);
  if (decision === 'prove' && answer !== undefined && 'proved' in answer) {
    return recorded('identity.linked', admission, context, (tx) => linkAccount(tx, answer.proved, newcomer, now));
  }
  const username = newName(admission, decision);
  if (username !== null) {
    const account = { username, tenants: tenantsOfNewcomer(tenant) };
    return recorded('user.created', admission, context, (tx) => createAccount(tx, newcomer, account, now));
  }
  if (decision === 'disabled' || decision === 'not_linked') {
    throw new UpstreamError(decision, 'nobody may sign in with this identity');
  }
  throw new UpstreamError('response', 'what was asked of the person is not what is missing');
}

/**
 * The username of a new account: the person's answer, else the provider's proposal; null if no account is to be made.
 */
function newName({ arrival, answer }: Admission, decision: AccountDecision): string | null {
  if (decision !== 'create' && decision !== 'complete') return null;
  if (answer !== undefined && 'username' in answer) return answer.username;
  return decision === 'create' ? arrival.newcomer.username : null;
}

/** The change and the line about it are written together, or neither is. */
function recorded(type: AccountEventType, admission: Admission, context: Context, write: Write): Write {
  return async (tx) => {
    const user = await write(tx);
    await recordEvents(tx, [accountEvent(type, user, admission, context)], context.now);
    return user;
  };
}

/**
 * The level that a provider's sign-in counts for: 1, or the highest that the provider's `acr_mapping` gives to a value of
 * its `acr` or `amr`.
 */
function upstreamLevel(
  { acr, amr }: Pick<UpstreamResult, 'acr' | 'amr'>,
  mapping: Readonly<Record<string, Level>>,
): Level {
  const values = acr === null ? amr : [acr, ...amr];
  const levels = values.flatMap((value) => (Object.hasOwn(mapping, value) ? (mapping[value] ?? []) : []));
  return highest(1, ...levels);
}
