import { recordEvents } from '#lib/audit/event-store';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/db/database';
import { linkOf, type Proof } from '#lib/factors/proof';
import { type Arrived, linkAccount, refreshAccount } from '#lib/federation/accounts';
import { finishUpstreamSignIn } from '#lib/interactions/upstream-sign-in-store';
import { placeOfCaller } from '#lib/sessions/caller';
import { AccountChanged } from '#lib/sessions/sign-in';
import { findIdentity } from '#lib/users/identity-store';
import { notifyPerson } from '#lib/users/notify-person';
import type { User } from '#lib/users/user';
import type { NewSession } from '../proofs/start-session';
import { accountEvent, finishArrival } from './account-event';
import { findWaiting, type Waiting } from './find-waiting';
import { upstreamProof } from './sealed';

type Proved = Pick<NewSession, 'open' | 'caller' | 'user'> & { readonly proofs: readonly Proof[] };

/**
 * Links the identity for which the person gave their password, after everything that this requires was proved: see
 * decideLink(). The provider's sign-in replaces the password among the proofs.
 * @param proved `user`: as it is stored, locked in this transaction (see lockUser())
 * @returns the user and the proofs that the sign-in continues with
 * @throws AccountChanged if the identity can no longer be linked: the time is over, the provider may not be used,
 * another answer came first, or the identity became somebody else's
 */
export async function linkProved(
  tx: Transaction,
  proved: Proved,
  context: Context,
): Promise<Pick<Proved, 'user' | 'proofs'>> {
  const { open, proofs } = proved;
  const { now } = context;
  const waiting = await findWaiting(tx, open, context);
  if (waiting === null || waiting.signIn.hash !== linkOf(proofs)) throw overtaken();
  if (!(await finishUpstreamSignIn(tx, waiting.signIn, now))) throw overtaken();
  const user = await link(tx, proved, waiting, context);
  const further = proofs.filter(({ factor }) => factor !== 'password');
  return { user, proofs: [upstreamProof(waiting.arrival, waiting.provider), ...further] };
}

/**
 * Links the identity, and notifies the person that they can now sign in with the provider.
 * @throws a unique violation if another browser links it at this moment: see retryIfTaken()
 */
async function link(
  tx: Transaction,
  { open, caller, user }: Proved,
  { arrival, provider }: Waiting,
  context: Context,
): Promise<User> {
  const { now, settings } = context;
  const { newcomer } = arrival;
  const identity = await findIdentity(tx, newcomer.key);
  if (identity !== null && identity.sub !== user.sub) throw overtaken();
  const occasion = { open, caller, arrival };
  const finish = async (arrived: Arrived) => (await finishArrival(tx, arrived, occasion, context)).user;
  if (identity !== null) return finish(await refreshAccount(tx, user.sub, newcomer, context));
  const linked = await finish(await linkAccount(tx, user, newcomer, context));
  const values = { factor: 'provider' as const, name: provider.displayName, ...placeOfCaller(caller) };
  await notifyPerson(tx, user, { kind: 'factor_added', values }, { secret: settings.secret, now });
  await recordEvents(tx, [accountEvent('identity.linked', linked, occasion, context)], now);
  return linked;
}

function overtaken(): AccountChanged {
  return new AccountChanged('the identity can no longer be linked');
}
