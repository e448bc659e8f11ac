import type { Authorship } from '#lib/config/authorship';
import type { Context } from '#lib/context';
import type { Principal } from './access/principal';
import type { ProofTimes } from './access/proof-window';

/** The context of functions of the administration, once the policy is met. */
export type AdminContext = Context & {
  readonly principal: Principal;
  /**
   * When the person last proved who they are, for changes that need a recent proof. `token` for a program. Null where
   * nothing is changed, and for a session that ended: such a change is then refused.
   */
  readonly proof: ProofTimes | 'token' | null;
  readonly clientAddress: string;
  /** The pages and actions, or the API. */
  readonly source: 'area' | 'api';
  /** The reason for the changes of this request, in the administrator's words. */
  readonly reason?: string | null;
};

/** The author and actor of this request for the history and the audit log. */
export function authorshipOf(
  admin: Pick<AdminContext, 'principal' | 'clientAddress' | 'requestId' | 'source' | 'reason'>,
): Authorship {
  const { principal, clientAddress, requestId, source, reason = null } = admin;
  const { sub, name } = principal;
  return {
    source,
    actor: sub === null ? { kind: 'client', id: name, name } : { kind: 'user', id: sub, name },
    reason,
    address: clientAddress,
    requestId,
  };
}
