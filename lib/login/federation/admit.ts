import { rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { Transaction } from '#lib/db/database';
import { isUniqueViolation } from '#lib/db/transaction';
import { createAccount, findAccount, linkAccount, refreshAccount } from '#lib/federation/accounts';
import { UpstreamError } from '#lib/federation/upstream-error';
import type { HttpResponse } from '#lib/http/types';
import { finishUpstreamSignIn, type UpstreamSignIn } from '#lib/interactions/upstream/store';
import { metrics } from '#lib/metrics/metrics';
import type { Context } from '#lib/protocol/context';
import { mayEnter, requestTenant } from '#lib/protocol/request-tenant';
import type { IdentityProvider } from '#lib/providers/provider';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { saveUpstreamSession } from '#lib/sessions/upstream/store';
import type { User } from '#lib/users/user';
import { writeLastProvider } from '../last-provider';
import type { OpenDevice, OpenInteraction } from '../load-interaction';
import { withCookies } from '../respond';
import { signInOf } from '../sign-in-options';
import { startSession } from '../start-session';
import type { Arrival } from './sealed';

export type Admission = {
  readonly open: OpenInteraction | OpenDevice;
  readonly signIn: UpstreamSignIn;
  readonly arrival: Arrival;
  readonly provider: IdentityProvider;
  readonly cookieHeader: string | undefined;
  readonly clientAddress: string;
  /** What the person added: the name for a new account, or the account they proved is theirs. */
  readonly answer?: { readonly username: string } | { readonly proved: User };
};

/**
 * Signs a person in who came back from a provider, as whom the identity belongs to by now, and leads on as the password
 * does. Of several first sign-ins at once one creates the account and the others use it (security #119).
 * @throws UpstreamError when nobody may sign in with it
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
  const { open, signIn, arrival, provider, cookieHeader, clientAddress } = admission;
  const write = await chooseWrite(admission, context);
  const { client, request } = signInOf(open);
  const tenant = requestTenant({ client, acrValues: request.acrValues }, context.snapshot);
  const response = await startSession(
    {
      open,
      cookieHeader,
      authentication: { idp: provider.name, amr: ['external', ...arrival.amr], acr: null },
      remember: false,
      clientAddress,
      findUser: async (tx) => {
        if (!(await finishUpstreamSignIn(tx, signIn.hash, context.now))) {
          throw new UpstreamError('response', 'the sign-in was finished before');
        }
        const user = await write(tx);
        if (!mayEnter(user, tenant)) throw new UpstreamError('tenant', 'the account belongs to other tenants');
        return user;
      },
      alongside: (tx, session) => keepUpstreamSession(tx, session, arrival, context),
    },
    context,
  );
  metrics().signIns.inc({ outcome: 'success' });
  return withCookies(response, [writeLastProvider(provider.name, context.settings)]);
}

/** Decided anew: between the question and the answer the account can have been made, linked or disabled. */
async function chooseWrite(
  { arrival: { newcomer }, provider, answer }: Admission,
  { db, now }: Context,
): Promise<(tx: Transaction) => Promise<User>> {
  const { decision, linked } = await findAccount(db, provider, newcomer);
  if (linked !== null && decision === 'sign_in') return (tx) => refreshAccount(tx, linked, newcomer, now);
  if (decision === 'prove' && answer !== undefined && 'proved' in answer) {
    return (tx) => linkAccount(tx, answer.proved, newcomer, now);
  }
  if ((decision === 'complete' || decision === 'create') && answer !== undefined && 'username' in answer) {
    return (tx) => createAccount(tx, newcomer, answer.username, now);
  }
  const { username } = newcomer;
  if (decision === 'create' && username !== null) return (tx) => createAccount(tx, newcomer, username, now);
  if (decision === 'disabled' || decision === 'not_linked') {
    throw new UpstreamError(decision, 'nobody may sign in with this identity');
  }
  throw new UpstreamError('response', 'what was asked of the person is not what is missing');
}

/** Kept for the sign-out alone; nothing else of the provider's tokens is (security #121). */
async function keepUpstreamSession(
  tx: Transaction,
  { sid }: SessionWithUser,
  { newcomer, signOut }: Arrival,
  { settings, now }: Context,
): Promise<void> {
  if (signOut === null) return;
  const aad = rowAad('UpstreamSession', 'sealed', sid);
  const sealed = seal(sealingKey(settings.secret), JSON.stringify(signOut), aad);
  await saveUpstreamSession(tx, { sid, provider: newcomer.key.provider, sealed }, now);
}
