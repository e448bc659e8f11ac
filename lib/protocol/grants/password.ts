import { z } from 'zod';
import type { Client } from '#lib/clients/client';
import { isProviderAllowed } from '#lib/interactions/next-step';
import { metrics } from '#lib/metrics/metrics';
import { authenticateUser } from '#lib/users/authenticate-user';
import type { User } from '#lib/users/user';
import { parseAcrValues } from '#lib/vocabulary/acr-values';
import type { Context } from '../context';
import { invalidGrant, invalidRequest, temporarilyUnavailable, unsupportedGrantType } from '../oauth-error';
import { narrowToResources } from '../resource';
import { requestedUserScope } from '../scope';
import { defineGrant, resourceParameter, scopeParameter, type TokenResponse } from './grant-handler';
import { issueNewGrant } from './issue-new-grant';

const schema = z.object({
  scope: scopeParameter,
  acr_values: z.string().max(300).optional(),
  username: z.string('invalid_request').max(100, 'invalid_grant'),
  // A missing password is a wrong one (semantics §2.6).
  password: z.string().max(100, 'invalid_grant').default(''),
  resource: resourceParameter,
});

type PasswordRequest = z.output<typeof schema>;

/**
 * RFC 6749 §4.3, for clients that cannot do without: the person's password goes through the client (RFC 9700 §2.4). The
 * limits of attempts are those of the sign-in page.
 */
export const password = defineGrant({ grantType: 'password', builtIn: true, schema, handle: signIn });

async function signIn(
  request: PasswordRequest,
  client: Client,
  context: Context,
  clientAddress: string,
): Promise<TokenResponse> {
  if (!client.localLogin) throw unsupportedGrantType('passwords_not_allowed');
  // Scope and provider before the password: what the client may not ask for tells nothing about a person.
  const scope = requestedUserScope(context.snapshot, client, request.scope);
  const tokenScope = narrowToResources(scope, request.resource, client, context.snapshot);
  const { provider, tenant } = parseAcrValues(request.acr_values);
  checkProvider(provider ?? 'local', client);
  const user = await authenticate(request, clientAddress, context);
  if (!isUserOf(user, client.tenant ?? tenant, context)) throw wrongCredentials('not a user of this tenant');
  return issueNewGrant({ client, user, authentication: { amr: ['pwd'], idp: 'local' }, scope, tokenScope }, context);
}

/** There is no way to hand a password to another provider (semantics §2.6). */
function checkProvider(provider: string, client: Client): void {
  if (!isProviderAllowed({ client, tenant: null }, provider))
    throw invalidRequest('provider_not_allowed', { received: provider });
  if (provider !== 'local') throw invalidGrant('provider_without_passwords', { received: provider });
}

async function authenticate(request: PasswordRequest, clientAddress: string, { db, now }: Context): Promise<User> {
  const { username, password } = request;
  const result = await authenticateUser({ db, now, clientAddress, username, password });
  metrics().signIns.inc({ outcome: 'user' in result ? 'success' : result.problem });
  if ('user' in result) return result.user;
  switch (result.problem) {
    case 'invalid_credentials':
      throw wrongCredentials('unknown user, wrong password or disabled user');
    case 'too_many_attempts':
      throw invalidGrant('too_many_attempts');
    case 'busy':
      throw temporarilyUnavailable('password_queue_full', result.retryAfterSeconds ?? 1);
    default:
      return result.problem satisfies never;
  }
}

/** A person without tenants may sign in under any; nobody under a tenant that was switched off. */
function isUserOf({ tenants }: User, tenant: string | null, { snapshot }: Context): boolean {
  if (tenant === null) return true;
  const isOff = snapshot.tenants.get(tenant)?.enabled === false;
  return !isOff && (tenants.length === 0 || tenants.includes(tenant));
}

function wrongCredentials(reason: string) {
  return invalidGrant('wrong_credentials', { reason });
}
