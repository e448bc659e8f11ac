import { z } from 'zod';
import type { Client } from '#lib/clients/client';
import { addressKey } from '#lib/ratelimit/address-key';
import { reserve } from '#lib/ratelimit/reserve';
import { findUserByCanonicalUsername } from '#lib/users/store';
import type { Context } from '../context';
import { invalidGrant } from '../oauth-error';
import { requestedUserScope } from '../scope';
import { defineGrant, scopeParameter, type TokenResponse } from './grant-handler';
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

async function signInByBadge(
  request: z.output<typeof schema>,
  client: Client,
  context: Context,
  clientAddress: string,
): Promise<TokenResponse> {
  const scope = requestedUserScope(context.snapshot, client, request.scope);
  const { allowed } = await reserve(context.db, `badge:${addressKey(clientAddress)}`, 100, 60, context.now);
  if (!allowed) throw invalidGrant('too_many_attempts');
  const user = await findUserByCanonicalUsername(context.db, `badge-${request.badge}`);
  if (user === null) throw invalidGrant('credential_invalid', { reason: 'nobody has this badge' });
  const authentication = { amr: ['badge'], idp: 'local' };
  const response = await issueNewGrant({ client, user, authentication, scope, tokenScope: scope }, context);
  return { ...response, custom: { badge: request.badge } };
}
