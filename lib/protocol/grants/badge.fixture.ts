import { z } from 'zod';
import { reserveAddress } from '#lib/ratelimit/reserve-address';
import { findUserByUsername } from '#lib/users/user-store';
import { invalidGrant } from '../oauth-error';
import { requestedUserScope } from '../scope';
import { defineGrant, scopeParameter, type TokenRequest, type TokenResponse } from './grant-handler';
import { issueNewGrant } from './issue-new-grant';

const schema = z.object({
  scope: scopeParameter,
  badge: z.string('invalid_request').max(20, 'invalid_grant'),
});

/** A kiosk in the warehouse has read a person's badge. */
export const badge = defineGrant({
  grantType: 'urn:example:grant-type:badge',
  builtIn: false,
  schema,
  handle: signInByBadge,
});

async function signInByBadge(request: TokenRequest<z.output<typeof schema>>): Promise<TokenResponse> {
  const { parameters, client, proof, context } = request;
  const { clientAddress } = request.http;
  const scope = requestedUserScope(context.snapshot, client, parameters.scope);
  const limit = { name: 'badge', perAddress: 100, windowSeconds: 60 };
  const { allowed } = await reserveAddress(context.db, clientAddress, limit, context.now);
  if (!allowed) throw invalidGrant('too_many_attempts');
  const user = await findUserByUsername(context.db, `badge-${parameters.badge}`);
  if (user === null) throw invalidGrant('credential_invalid', { reason: 'nobody has this badge' });
  const authentication = { amr: ['badge'], idp: 'local' };
  const granted = { client, proof, clientAddress, via: 'badge', user, authentication, scope, tokenScope: scope };
  const response = await issueNewGrant(granted, context);
  return { ...response, custom: { badge: parameters.badge } };
}
