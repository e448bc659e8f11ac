import type { Context } from '#lib/context';
import { finishAuthentication } from '#lib/factors/passkeys/authentication';
import { type PasskeyProblem, relyingParty } from '#lib/factors/passkeys/passkey';
import { metrics } from '#lib/metrics/metrics';
import { mayEnter } from '#lib/protocol/request-tenant';
import type { User } from '#lib/users/user';
import { findUserBySub } from '#lib/users/user-store';
import { passkeyPageProblem, recordRefusedPasskey } from '../passkey/refused-passkey';
import type { Answer, Outcome, SignInMethod } from './sign-in-method';

/** A passkey that identifies its account. The script of the page posts the browser's answer as `passkey`. */
export const passkeyMethod: SignInMethod<{ readonly method: 'passkey' }> = {
  takesName: false,
  isAllowed: ({ rules, policy }) => rules.localLogin && policy.passkeys,
  part: () => ({ method: 'passkey' }),
  isAnswer: ({ values }) => values.get('decision') === 'passkey',
  check: checkPasskey,
};

async function checkPasskey(answer: Answer, context: Context): Promise<Outcome> {
  const { open, form } = answer;
  const { db, settings, now } = context;
  const asked = { purpose: 'sign_in', boundTo: open.interaction.hash, sub: null } as const;
  const text = form.values.get('passkey') ?? '';
  const result = await finishAuthentication(db, text, asked, { rp: relyingParty(settings), now });
  const user = result.passkey === undefined ? null : await findUserBySub(db, result.passkey.sub);
  if ('problem' in result) return refuse(answer, { ...result, user }, passkeyPageProblem(result.problem), context);
  // The page does not say that an account is disabled or gone.
  if (user === null || !user.enabled) return refuse(answer, { problem: 'disabled', user }, 'passkey_refused', context);
  if (!mayEnter(user, open.required.tenant)) {
    return refuse(answer, { problem: 'wrong_tenant', user }, 'wrong_tenant', context);
  }
  metrics().signIns.inc({ outcome: 'success' });
  const { proof, passkey } = result;
  return { outcome: 'proved', user, proof, passkeyId: passkey.id, remember: form.values.has('remember') };
}

type Failure = {
  readonly problem: PasskeyProblem | 'disabled' | 'wrong_tenant';
  readonly detail?: string;
  /** The person, if the signature was valid. */
  readonly user: User | null;
};

async function refuse(
  { open, form: caller }: Answer,
  { user: person, ...failure }: Failure,
  shown: string,
  context: Context,
): Promise<Outcome> {
  metrics().signIns.inc({ outcome: failure.problem });
  await recordRefusedPasskey({ ...failure, person, client: open.client, caller, via: 'sign_in' }, context);
  return { outcome: 'refused', note: { problem: shown } };
}
