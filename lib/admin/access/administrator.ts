import type { z } from 'zod';
import { problemsOf } from '#lib/config/describe-issue';
import { formatPath } from '#lib/config/problem';
import { isDatabaseUnavailable } from '#lib/db/transaction';
import { type Answer, type Prove, pageOf, type Who } from '#lib/forms/form';
import type { Posted } from '#lib/forms/read-posted';
import { adminTexts } from '#lib/i18n/admin/texts';
import { callerOf } from '#lib/sessions/caller';
import type { ActionState } from '../action-state';
import { type AdminError, isAdminError } from '../admin-error';
import { carryThroughSignIn } from './carried-form';
import { confirmationNames } from './confirmation-fields';
import { createFormToken, hasFormToken } from './form-token';
import { type Allowed, openAdministrator } from './open-administrator';
import type { Permission } from './permission';
import { findProofTimes } from './proof-store';
import type { NeededProof } from './proof-window';
import { proveAction } from './prove-action';

/** The proof that a form of the administration needs: see NeededProof. It may depend on what is changed. */
type ActionProof = NeededProof | ((posted: Posted, admin: Allowed['admin']) => Promise<NeededProof>);

type State = Partial<ActionState>;
type Person = Pick<Allowed, 'admin' | 'session'>;

/**
 * Administrators with a permission, for form(). Their forms have tokens of their own purpose, and a confirmation in the
 * administration counts for them only (decision 021).
 */
export function administrator(permission: Permission): Who<Person, State> {
  return {
    own: [confirmationNames.form, 'reason', 'typed'],
    tellProblems,
    tellError: (error) => {
      if (isAdminError(error)) return { again: pick(error) };
      if (!isDatabaseUnavailable(error)) return null;
      return { again: refused('unavailable', 'Can’t reach the database right now') };
    },
    admit: async ({ posted: { request, text }, shown: { values } }, context) => {
      const { clientAddress, path: what, headers } = request;
      const cookieHeader = headers.cookie;
      const opened = await openAdministrator({ permission }, { cookieHeader, clientAddress, what }, context);
      if (opened.decision === 'forbidden') {
        return { answer: { again: refused('forbidden', 'Your role doesn’t allow this') } };
      }
      if (opened.decision === 'sign_in') {
        return { answer: carryThroughSignIn(values, { address: pageOf(request), cookieHeader, sub: null }, context) };
      }
      const { principal } = opened.admin;
      if (hasFormToken(principal, context, text('csrf'))) return { person: opened };
      const message = adminTexts.shell.form.renewed(principal.name);
      return { answer: { again: { ...refused('forbidden', message), csrf: createFormToken(principal, context) } } };
    },
  };
}

/** The confirmation that a form of the administration needs, for form(). */
export function confirmed(rule: ActionProof): Prove<Person, Person, State> {
  return async (person, { posted, shown: { values } }, context) => {
    const { admin, session } = person;
    if (posted.has(confirmationNames.elsewhere)) {
      const { headers } = posted.request;
      const sender = { address: pageOf(posted.request), cookieHeader: headers.cookie, sub: session.sub };
      return { answer: carryThroughSignIn(values, sender, context) };
    }
    const needed = typeof rule === 'string' ? rule : await rule(posted, admin);
    const missing = await proveAction({ needed, form: posted, session, caller: callerOf(posted.request) }, admin);
    if (missing !== null)
      return { answer: { again: refused('reauthenticate', adminTexts.shell.stepUp.problems[missing]) } };
    const proof = await findProofTimes(admin.db, session.sid);
    return { person: { ...person, admin: { ...admin, proof } } };
  };
}

function tellProblems(issues: readonly z.core.$ZodIssue[]): Answer<State> {
  const fields = problemsOf(issues).map(({ path, ...problem }) => ({ field: formatPath(path), ...problem }));
  return { again: { problem: 'invalid', message: null, fields } };
}

function pick({ code, message, fields, conflict }: AdminError): State {
  return { problem: code, message, fields, conflict };
}

function refused(problem: NonNullable<ActionState['problem']>, message: string): State {
  return { problem, message };
}
