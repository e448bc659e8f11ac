import { z } from 'zod';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { decideFactor, type FactorSituation, isTwoStep } from '#lib/factors/decide-factor';
import { findPersonFactors } from '#lib/factors/person-factors-store';
import { amrOf, type Proof } from '#lib/factors/proof';
import { isProviderAllowed } from '#lib/interactions/next-step';
import type { Tenant } from '#lib/tenants/schema';
import { authenticateUser, type PasswordAttempt } from '#lib/users/authenticate-user';
import type { User } from '#lib/users/user';
import { parseAcrValues } from '#lib/vocabulary/acr-values';
import { administers, asAdministration } from '../administration';
import { acrOf, askedLevel } from '../asked-level';
import { invalidGrant, invalidRequest, refusal, temporarilyUnavailable, unsupportedGrantType } from '../oauth-error';
import { shortHint } from '../parameters';
import { policyOf } from '../policy-of';
import { recordDenial } from '../record-denial';
import { mayUseClient } from '../release';
import { mayEnter } from '../request-tenant';
import { aimToken } from '../resource';
import { requestedUserScope } from '../scope';
import { defineGrant, resourceParameter, scopeParameter, type TokenRequest, type TokenResponse } from './grant-handler';
import { issueNewGrant } from './issue-new-grant';

const schema = z.object({
  scope: scopeParameter,
  acr_values: z.string().optional(),
  // As long as on the sign-in page: authenticateUser() knows what nobody can have.
  username: z.string('invalid_request'),
  // A missing password counts as a wrong one (semantics §2.6).
  password: z.string().default(''),
  resource: resourceParameter,
});

type Fields = z.output<typeof schema>;

/**
 * RFC 6749 §4.3, for clients that have no alternative: the client sees the person's password (RFC 9700 §2.4). The
 * limits of attempts are the same as on the sign-in page.
 */
export const password = defineGrant({ grantType: 'password', builtIn: true, schema, handle: signIn });

async function signIn({ parameters, client, proof, http, context }: TokenRequest<Fields>): Promise<TokenResponse> {
  const { clientAddress } = http;
  if (!client.localLogin) throw unsupportedGrantType('passwords_not_allowed');
  // Scope and provider are checked before the password, so that these refusals reveal nothing about a person.
  const scope = requestedUserScope(context.snapshot, client, parameters.scope);
  const target = aimToken({ scope, resources: [] }, parameters.resource, client, context.snapshot);
  const acrValues = shortHint(parameters.acr_values, 'acr_values');
  const { provider, tenant } = parseAcrValues(acrValues);
  checkProvider(provider ?? 'local', client);
  const under = tenantOf(client.tenant ?? tenant, context);
  const accept = (user: User) => (under === undefined || !mayEnter(user, under) ? 'wrong_tenant' : null);
  const { username, password } = parameters;
  const scopeOfPolicy = { tenant: under ?? null, isOwnTenant: client.tenant !== null };
  const policy = policyOf(scopeOfPolicy, context);
  const ways = { ...policy, providers: context.snapshot.providers };
  const who = { username, identifiers: policy.identifiers, ways, password };
  const user = await authenticate({ ...who, client, clientAddress, accept }, context);
  const proofs: readonly Proof[] = [{ factor: 'password', at: context.now }];
  const asked = { acrValues };
  const required = { policy, asked: askedLevel(asked, client, context.snapshot.portal) };
  const needed = administers(scope) ? asAdministration(required, under ?? null, context) : required;
  await checkFactors(user, { proofs, ...needed }, context);
  const acr = acrOf(proofs, { request: asked, client, portal: context.snapshot.portal });
  const authentication = { amr: amrOf(proofs), idp: 'local', acr };
  const via = 'password_grant' as const;
  const granted = {
    client,
    proof,
    clientAddress,
    via,
    user,
    tenant: under?.name ?? null,
    authentication,
    proofs,
    scope,
    tokenScope: target.scope,
    resources: target.resources,
  };
  if (!mayUseClient(user, client, context)) {
    await recordDenial({ person: user, client, address: clientAddress, via }, context);
    throw invalidGrant('no_access', { person: user.sub });
  }
  return issueNewGrant(granted, context);
}

/**
 * This grant cannot ask for a second factor. People whose two-step verification is on, or who need a second factor
 * because of the policy or the client, must sign in with a browser.
 */
async function checkFactors(
  { sub }: User,
  { proofs, policy, asked }: Pick<FactorSituation, 'proofs' | 'policy' | 'asked'>,
  { db, now }: Context,
): Promise<void> {
  const factors = await findPersonFactors(db, sub);
  // A preference never causes an error.
  const situation = { policy, factors, proofs, asked: { ...asked, wish: [] }, isTrusted: false, now };
  const isEnough = decideFactor(situation).step === 'done';
  if (factors.mustSetPassword) throw invalidGrant('new_password_needed');
  if (!isEnough || isTwoStep({ policy, factors })) throw invalidGrant('second_factor_needed');
}

/** A password cannot be passed to another provider (semantics §2.6). */
function checkProvider(provider: string, client: Client): void {
  if (!isProviderAllowed({ rules: client, tenant: null }, provider))
    throw invalidRequest('provider_not_allowed', { received: provider });
  if (provider !== 'local') throw invalidGrant('provider_without_passwords', { received: provider });
}

type GivenPassword = Pick<
  PasswordAttempt,
  'username' | 'identifiers' | 'ways' | 'password' | 'client' | 'clientAddress' | 'accept'
>;

async function authenticate(given: GivenPassword, { db, settings, now, requestId }: Context): Promise<User> {
  const attempt = { ...given, db, secret: settings.secret, now, requestId };
  // The browser belongs to the client, and no account knows it.
  const result = await authenticateUser({ ...attempt, via: 'password_grant', browserHandles: [] });
  if ('user' in result) return result.user;
  const { problem, retryAfterSeconds = 1 } = result;
  switch (problem) {
    case 'invalid_credentials':
      throw wrongCredentials('unknown user, wrong password or disabled user');
    case 'wrong_tenant':
    case 'other_account':
      throw wrongCredentials('not a user of this tenant');
    case 'too_many_attempts':
      throw refusal('invalid_grant', 'too_many_attempts', {}, { status: 400, afterSeconds: retryAfterSeconds });
    case 'busy':
      throw temporarilyUnavailable('password_queue_full', retryAfterSeconds);
    default:
      return problem satisfies never;
  }
}

/** The person cannot correct the tenant here, so an unknown one is undefined and admits nobody. */
function tenantOf(name: string | null, { snapshot }: Context): Tenant | null | undefined {
  return name === null ? null : snapshot.tenants.get(name);
}

function wrongCredentials(reason: string) {
  return invalidGrant('wrong_credentials', { reason });
}
