import type { Context } from '#lib/context';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { leadOn } from '../continue-interaction';
import { readSessions } from '../current-session';
import type { OpenInteraction } from '../load-interaction';
import { findPending, type PendingPerson } from '../pending-person';
import { openProblem } from '../problem-page';
import { acceptFurtherProof } from '../proofs/accept-further-proof';
import { type PostedForm, readInteractionForm } from '../read-form';
import { cancelSignIn } from '../refuse-interaction';
import { respondProblem, toPage, toPageWith } from '../respond';
import { checkAnswer } from './attempt';
import { sendFactorCode } from './email';
import { secondFactorMethods } from './index';

/** POST /login/factor/submit: checks the factor that follows the first one, and continues with the next step. */
export async function handleFactorSubmit(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const posted = await readInteractionForm(request, context);
  if (posted.page === 'problem') return respondProblem(posted);
  const { form, open } = posted;
  const decision = form.values.get('decision');
  if (decision === 'cancel') return cancelSignIn(open, form, context);
  const pending = await findPending(open, await readSessions(form.cookieHeader, context), context);
  if (pending === null) return toPage('login', open, context);
  if (pending.missing.step !== 'factor') return leadOnOrBack(open, pending, form, context);
  if (decision === 'send' && pending.missing.factors.includes('email')) {
    await sendFactorCode({ open, form, pending }, request, context);
    return toPage('login/factor', open, context, { method: 'email', sent: '1' });
  }
  if (decision !== 'continue') return respondProblem(openProblem(open, [400, 'invalid_request'], context));
  return answerFactor({ open, form, pending }, context);
}

type Answer = { readonly open: OpenInteraction; readonly form: PostedForm; readonly pending: PendingPerson };

async function answerFactor(answer: Answer, context: Context): Promise<HttpResponse> {
  const { open, form, pending } = answer;
  const name = form.values.get('method');
  const asked = pending.missing.step === 'factor' ? pending.missing.factors : [];
  const method = secondFactorMethods.find(({ factor }) => factor === name && asked.includes(factor));
  if (method === undefined) return toPage('login/factor', open, context);
  const outcome = await checkAnswer(method, answer, context);
  if ('retryAfterSeconds' in outcome) {
    return respondProblem(openProblem(open, [429, 'too_many_sign_ins'], context), outcome.retryAfterSeconds);
  }
  if ('startsOver' in outcome) {
    return toPageWith({ problem: 'too_many_codes' }, 'login', open, context);
  }
  if ('problem' in outcome) return backToFactor(answer, method.factor, outcome.problem, context);
  const trustDevice = form.values.has('trust_device');
  const response = await acceptFurtherProof({ open, caller: form, pending, trustDevice, ...outcome }, context);
  return response ?? backToFactor(answer, method.factor, 'code_used', context);
}

async function backToFactor(
  { open }: Answer,
  method: string,
  problem: string,
  context: Context,
): Promise<HttpResponse> {
  return toPageWith({ problem: `factor.${problem}` }, 'login/factor', open, context, { method });
}

async function leadOnOrBack(
  open: OpenInteraction,
  { missing, session }: PendingPerson,
  form: PostedForm,
  context: Context,
): Promise<HttpResponse> {
  if (missing.step === 'complete') return toPage('login/enrol', open, context);
  return leadOn(open, missing, { session, caller: form }, context);
}
