import type { Context } from '#lib/context';
import { mayEnter } from '#lib/protocol/request-tenant';
import { readKnownBrowser } from '#lib/sessions/browser-cookie';
import { authenticateUser, type PasswordAttempt } from '#lib/users/authenticate-user';
import { refuseForm } from '../respond';
import type { Answer, Outcome, SignInMethod } from './sign-in-method';

export const passwordMethod: SignInMethod<{ readonly method: 'password' }> = {
  takesName: true,
  isAllowed: ({ rules }) => rules.localLogin,
  part: ({ ask }) => (ask === 'username' ? null : { method: 'password' }),
  isAnswer: ({ values }) => values.get('decision') === 'sign_in',
  // Only a person who knows the password learns that the account belongs to another tenant.
  check: (answer, context) =>
    checkPassword(
      answer,
      {
        via: 'sign_in',
        isGivenBackLater: true,
        accept: (user) => (mayEnter(user, answer.open.required.tenant) ? null : 'wrong_tenant'),
      },
      context,
    ),
};

/** Checks the username and the password of a form, from any page that asks for them. */
export async function checkPassword(
  { open, form }: Pick<Answer, 'open' | 'form'>,
  how: Pick<PasswordAttempt, 'via' | 'accept' | 'isGivenBackLater'>,
  context: Context,
): Promise<Outcome> {
  const { db, now, requestId, settings, snapshot } = context;
  const { values, clientAddress, userAgent, cookieHeader } = form;
  const username = values.get('username');
  const password = values.get('password');
  if (username === undefined) return refused('missing_username', '');
  if (password === undefined) return refused('missing_password', username);
  const browserHandles = readKnownBrowser(cookieHeader, settings);
  const { policy } = open.required;
  const ways = { ...policy, providers: snapshot.providers };
  const who = { username, identifiers: policy.identifiers, ways, password, browserHandles, clientAddress, userAgent };
  const attempt = { db, secret: settings.secret, now, requestId, client: open.client, ...who };
  const result = await authenticateUser({ ...attempt, ...how });
  if ('user' in result) {
    const proof = { factor: 'password', at: now } as const;
    const { user, giveBack } = result;
    return { outcome: 'proved', user, proof, remember: values.has('remember'), alongside: [giveBack] };
  }
  const { problem, retryAfterSeconds } = result;
  switch (problem) {
    case 'too_many_attempts':
    case 'busy': {
      const page = problem === 'busy' ? ([503, 'unavailable'] as const) : ([429, 'too_many_sign_ins'] as const);
      return { outcome: 'answered', response: refuseForm(open, page, context, retryAfterSeconds) };
    }
    default:
      return refused(problem, username);
  }
}

function refused(problem: string, username: string): Outcome {
  return { outcome: 'refused', note: { problem, username } };
}
