import type { z } from 'zod';
import { formatPath, problemsOf } from '#lib/config/problem';
import { isDatabaseUnavailable } from '#lib/db/transaction';
import type { Prove, Who } from '#lib/forms/form';
import type { Posted } from '#lib/forms/read-posted';
import { adminTexts } from '#lib/i18n/admin/texts';
import { callerOf } from '#lib/sessions/caller';
import type { ActionState } from '../action-state';
import { type AdminError, isAdminError } from '../admin-error';
import { carryThroughSignIn } from './carried-form';
import { type Allowed, openAdministrator } from './open-administrator';
import type { Permission } from './permission';
import { createFormToken, hasFormToken } from './principal';
import { findProofTimes } from './proof-store';
import { confirmationNames, isConfirmationField, type NeededProof } from './proof-window';
import { proveAction } from './prove-action';

/** The proof that a form of the administration needs: see NeededProof. It may depend on what is changed. */
type ActionProof = NeededProof | ((posted: Posted, admin: Allowed['admin']) => Promise<NeededProof>);

type State = Partial<ActionState>;
type Person = Pick<Allowed, 'admin' | 'session'>;

type FormOptions = {
  /** The field of its note. */
  readonly note?: string;
  /** The section of the configuration that its fields belong to, which says what they are called. */
  readonly section?: string | undefined;
};

/**
 * Administrators with a permission, for form(). Their forms have tokens of their own purpose, and a confirmation in the
 * administration counts for them only (decision 021).
 */
export function administrator(
  permission: Permission,
  { note = 'reason', section }: FormOptions = {},
): Who<Person, State> {
  return {
    own: [note, 'typed'],
    hides: isConfirmationField,
    tellProblems: (issues) => ({ again: { ...tellProblems(issues), section } }),
    tellError: (error) => {
      if (isAdminError(error)) return { again: { ...pick(error), section } };
      if (!isDatabaseUnavailable(error)) return null;
      return { again: refused('unavailable', 'Can’t reach the database right now') };
    },
    admit: async ({ posted: { request, text }, shown, address }, context) => {
      const { clientAddress, path: what, headers } = request;
      const cookieHeader = headers.cookie;
      const opened = await openAdministrator({ permission }, { cookieHeader, clientAddress, what }, context);
      if (opened.decision === 'forbidden') {
        return { answer: { again: refused('forbidden', 'Your role doesn’t allow this') } };
      }
      if (opened.decision === 'sign_in') {
        return { answer: carryThroughSignIn(shown, { address, cookieHeader, sub: null }, context) };
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
  return async (person, { posted, shown, address }, context) => {
    const { admin, session } = person;
    if (posted.has(confirmationNames.elsewhere)) {
      const { cookie: cookieHeader } = posted.request.headers;
      return { answer: carryThroughSignIn(shown, { address, cookieHeader, sub: session.sub }, context) };
    }
    const needed = typeof rule === 'string' ? rule : await rule(posted, admin);
    const missing = await proveAction({ needed, form: posted, session, caller: callerOf(posted.request) }, admin);
    if (missing !== null)
      return { answer: { again: refused('reauthenticate', adminTexts.shell.stepUp.problems[missing]) } };
    const proof = await findProofTimes(admin.db, session.sid, admin.now);
    return { person: { ...person, admin: { ...admin, proof } } };
  };
}

function tellProblems(issues: readonly z.core.$ZodIssue[]): State {
  const fields = problemsOf(issues).map(({ path, ...problem }) => ({ field: formatPath(path), ...problem }));
  return { problem: 'invalid', message: null, fields };
}

function pick({ code, message, fields, conflict }: AdminError): State {
  return { problem: code, message, fields, conflict };
}

function refused(problem: NonNullable<ActionState['problem']>, message: string): State {
  return { problem, message };
}
