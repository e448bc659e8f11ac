import type { Authorship } from '#lib/config/authorship';
import type { Context } from '#lib/protocol/context';
import type { Principal } from './access/principal';

/** What a function of the administration works with, once its policy let somebody in. */
export type AdminContext = Context & {
  readonly principal: Principal;
  readonly clientAddress: string;
  /** Pages and actions of the area, or the API. */
  readonly source: 'area' | 'api';
  /** Why, where the request as a whole says so. */
  readonly reason?: string | null;
};

/** How the history and the audit log name what this request does. */
export function authorshipOf(
  admin: Pick<AdminContext, 'principal' | 'clientAddress' | 'requestId' | 'source' | 'reason'>,
  reason: string | null = null,
): Authorship {
  const { principal, clientAddress, requestId, source } = admin;
  const { sub, name } = principal;
  return {
    source,
    actor: sub === null ? { kind: 'client', id: name, name } : { kind: 'user', id: sub, name },
    reason: reason ?? admin.reason ?? null,
    address: clientAddress,
    requestId,
  };
}
