import { type Decision, decideRequest, type Undecided } from '#lib/access-requests/decide';
import { type AccessRequest, findRequest } from '#lib/access-requests/request-store';
import { transaction } from '#lib/db/transaction';
import { wakeJob } from '#lib/jobs/start-jobs';
import { mailJob } from '#lib/mail/queue-mail';
import { requireSudoProof } from '../access/strict-proof';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError, type FieldProblem } from '../admin-error';
import { checkAssigning } from '../assignments/change-assignments';
import { mayChange } from '../users/read';

/**
 * Decides a request for access. Administrators need not be approvers, but they may change only the people and clients
 * that they may change anyway, and nobody decides their own request.
 * @returns the request as it is now
 * @throws AdminError `reauthenticate` without a recent proof, `not_found`, `forbidden`, `invalid` for an unknown role or
 * for an end, `too_many`, `changed_meanwhile` if it is decided, or the person has access meanwhile or is disabled
 */
export async function decideAsAdministrator(
  admin: AdminContext,
  id: string,
  decision: Decision,
): Promise<AccessRequest> {
  requireSudoProof(admin);
  const { principal } = admin;
  const { actor, address = null, requestId = null, reason = null } = authorshipOf(admin);
  const by = { actor, address, requestId, reason };
  const undecided = await transaction(admin.db, (tx) => {
    const deciding = {
      ...{ id, decision, by },
      mayDecide: (client: Parameters<typeof checkAssigning>[1], person: Parameters<typeof mayChange>[1]) => {
        if (principal.sub === null)
          throw new AdminError('forbidden', 'A client that acts for itself cannot decide requests');
        checkAssigning(admin, client);
        if (mayChange(principal, person)) return true;
        throw new AdminError('forbidden', 'Only an owner can decide this request');
      },
    };
    return decideRequest(tx, deciding, admin);
  });
  if (undecided !== null) throw toError(undecided, decision);
  wakeJob(mailJob);
  const decided = await findRequest(admin.db, id, admin.now);
  if (decided === null) throw noRequest();
  return decided;
}

function noRequest(): AdminError {
  return new AdminError('not_found', 'There is no such request');
}

function toError(undecided: Undecided, decision: Decision): AdminError {
  switch (undecided.problem) {
    case 'unknown':
      return noRequest();
    case 'own':
      return new AdminError('forbidden', 'You cannot decide your own request');
    case 'decided':
      return new AdminError('changed_meanwhile', `The request was already ${undecided.request.state}`);
    case 'disabled':
      return new AdminError('changed_meanwhile', 'The user is disabled');
    case 'has_access':
      return new AdminError('changed_meanwhile', 'The user already has access');
    case 'too_many':
      return new AdminError('too_many', 'The user already has too many assignments');
    case 'role_unknown':
      return invalid({
        ...{ field: 'role', code: 'role_unknown', message: 'the client has no such role' },
        facts: { name: decision.kind === 'approve' ? (decision.role ?? '') : '' },
      });
    case 'end_past':
      return invalid({ field: 'expires_at', code: 'end_past', message: 'expected an end that is not past' });
    case 'end_too_far':
      return invalid({ field: 'expires_at', code: 'end_too_far', message: 'expected an end within five years' });
    default:
      return undecided satisfies never;
  }
}

function invalid(problem: FieldProblem): AdminError {
  return new AdminError('invalid', problem.message, [problem]);
}
