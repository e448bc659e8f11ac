import type { Context } from '#lib/context';
import type { SecondFactor } from '#lib/factors/decide-factor';
import type { HttpResponse } from '#lib/http/types';
import { toNextStep } from '../continue-interaction';
import { readSessions } from '../current-session';
import type { OpenInteraction } from '../load-interaction';
import { findPending, type PendingPerson } from '../pending-person';
import { acceptFurtherProof } from '../proofs/accept-further-proof';
import { interactionForm, type PostedForm } from '../read-form';
import { cancelSignIn } from '../refuse-interaction';
import { asRefused, refuseForm, toPage, toPageWith } from '../respond';
import { checkAnswer, type SignInAnswer } from './attempt';
import { sendFactorCode } from './email';
import { secondFactorMethods } from './index';
import { factorNote } from './read';

/** POST /login/factor/submit: checks the factor that follows the first one, and continues with the next step. */
export const handleFactorSubmit = interactionForm(async ({ form, decision, open, request }, context) => {
  if (decision === 'cancel') return cancelSignIn(open, form, context);
  const pending = await findPending(open, await readSessions(form.cookieHeader, context), context);
  if (pending === null) return toPage('login', open, context);
  if (pending.missing.step !== 'factor') return toNextStepOrBack(open, pending, form, context);
  if (decision === 'send' && pending.missing.factors.includes('email')) {
    await sendFactorCode({ open, form, pending }, request, context);
    return toPageWith({ problem: null }, 'login/factor', open, context, { method: 'email', sent: '1' });
  }
  return decision === 'continue' ? answerFactor({ open, form, pending }, context) : null;
});

async function answerFactor(answer: SignInAnswer, context: Context): Promise<HttpResponse> {
  const { open, form, pending } = answer;
  const name = form.values.get('method');
  const asked = pending.missing.step === 'factor' ? pending.missing.factors : [];
  const method = secondFactorMethods.find(({ factor }) => factor === name && asked.includes(factor));
  if (method === undefined) return toPage('login/factor', open, context);
  const outcome = await checkAnswer(method, answer, context);
  if ('retryAfterSeconds' in outcome) {
    return refuseForm(open, [429, 'too_many_sign_ins'], context, outcome.retryAfterSeconds);
  }
  if ('startsOver' in outcome) {
    return asRefused('too_many_codes', toPageWith({ problem: 'too_many_codes' }, 'login', open, context));
  }
  if ('problem' in outcome) return backToFactor(answer, method.factor, outcome.problem, context);
  const trustDevice = form.values.has('trust_device');
  const response = await acceptFurtherProof({ open, caller: form, pending, trustDevice, ...outcome }, context);
  return response ?? backToFactor(answer, method.factor, 'code_used', context);
}

async function backToFactor(
  { open }: SignInAnswer,
  method: SecondFactor,
  problem: string,
  context: Context,
): Promise<HttpResponse> {
  const note = { problem: factorNote(method, problem) };
  return asRefused(problem, toPageWith(note, 'login/factor', open, context, { method }));
}

async function toNextStepOrBack(
  open: OpenInteraction,
  { missing, session }: PendingPerson,
  form: PostedForm,
  context: Context,
): Promise<HttpResponse> {
  if (missing.step === 'complete') return toPage('login/enrol', open, context);
  return toNextStep(open, missing, { session, caller: form }, context);
}
