import type { Context } from '#lib/context';
import { isUsernameFree } from '#lib/federation/accounts';
import { isUpstreamError } from '#lib/federation/upstream-error';
import type { HttpResponse } from '#lib/http/types';
import type { User } from '#lib/users/user';
import { isReservedFor } from '#lib/users/user-store';
import { mayHaveName, parseUsername } from '#lib/users/username';
import type { OpenInteraction } from '../load-interaction';
import { checkPassword } from '../methods/password';
import { interactionForm, type PostedForm } from '../read-form';
import { cancelSignIn } from '../refuse-interaction';
import { asRefused, toPage, toPageWith } from '../respond';
import { type Acceptance, acceptIdentity } from './accept-identity';
import { findWaiting, type Waiting } from './find-waiting';
import type { CompleteProblem } from './read';
import type { UpstreamResult } from './sealed';
import { showFailure } from './show-failure';

/**
 * POST /federation/submit: the person proves the account with the provider's email address, or names the new account.
 * The proof is valid once, for this upstream identity, in this browser and for this interaction (security #117).
 */
export const handleFederationSubmit = interactionForm(async ({ form, decision, open }, context) => {
  if (decision === 'cancel') return cancelSignIn(open, form, context);
  const waiting = await findWaiting(context.db, open, context);
  if (waiting === null) return toPage('login', open, context);
  const answer: Answer = { ...waiting, open, form };
  switch (decision) {
    case 'sign_in':
      return prove(answer, context);
    case 'continue':
      return complete(answer, context);
    default:
      return null;
  }
});

type Answer = Waiting & {
  readonly open: OpenInteraction;
  readonly form: PostedForm;
};

async function prove(answer: Answer, context: Context): Promise<HttpResponse> {
  const { open, arrival } = answer;
  const accept = async (user: User) => ((await isMeant(user, arrival, context)) ? null : 'other_account');
  const result = await checkPassword(answer, { via: 'link', accept }, context);
  switch (result.outcome) {
    case 'proved':
      return finish(answer, { proved: result.user }, context);
    case 'refused':
      return asRefused(result.note.problem ?? 'refused', toPageWith(result.note, 'federation', open, context));
    case 'answered':
      return result.response;
    default:
      return result satisfies never;
  }
}

/** Whether this is one of the accounts that have the provider's address, however many they are. */
async function isMeant({ sub }: User, { newcomer }: UpstreamResult, { db }: Context): Promise<boolean> {
  return newcomer.email !== null && isReservedFor(db, newcomer.email, sub);
}

async function complete(answer: Answer, context: Context): Promise<HttpResponse> {
  const username = answer.form.values.get('username')?.trim();
  const back = (note: { problem: CompleteProblem; username: string }) =>
    toPageWith(note, 'federation', answer.open, context);
  if (username === undefined) return back({ problem: 'missing_username', username: '' });
  const name = parseUsername(username);
  if (name === null || !mayHaveName(name, answer.arrival.newcomer.claims)) {
    return back({ problem: 'invalid_username', username });
  }
  if (!(await isUsernameFree(context.db, username))) return back({ problem: 'username_taken', username });
  return finish(answer, { username }, context);
}

async function finish(
  { open, signIn, arrival, provider, form }: Answer,
  given: NonNullable<Acceptance['answer']>,
  context: Context,
): Promise<HttpResponse> {
  try {
    return await acceptIdentity({ open, signIn, arrival, provider, caller: form, answer: given }, context);
  } catch (error) {
    if (!isUpstreamError(error)) throw error;
    return showFailure(open, signIn, error, context);
  }
}
