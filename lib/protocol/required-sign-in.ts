import type { Client } from '#lib/clients/client';
import type { SignInRequirements, SignInRules } from '#lib/interactions/next-step';
import { requestedProvider } from '#lib/interactions/usable-providers';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { Tenant } from '#lib/tenants/tenant';
import { requestTenant } from './request-tenant';

/** What a client's request says about the sign-in. A device's request has neither prompt, max_age nor id_token_hint. */
type Asked = { readonly acrValues: string | null } & Partial<Pick<SignInRequirements, 'prompt' | 'maxAge' | 'hintSub'>>;

/** What a sign-in for something has to meet, and the tenant under which it takes place. */
export type RequiredSignIn = SignInRequirements & {
  readonly tenant: Tenant | null;
  /** Whether the tenant is the client's own; otherwise the request named it. */
  readonly isOwnTenant: boolean;
};

/** What a sign-in for a client's request has to meet today. */
export function requiredSignIn(
  { acrValues, prompt = new Set(), maxAge = null, hintSub = null }: Asked,
  client: Client,
  snapshot: Pick<Snapshot, 'tenants' | 'providers'>,
): RequiredSignIn {
  const tenant = requestTenant({ client, acrValues }, snapshot);
  const provider = requestedProvider(acrValues, { rules: client, tenant }, snapshot);
  return { rules: client, tenant, isOwnTenant: client.tenant !== null, prompt, maxAge, hintSub, provider };
}

const portalRules: SignInRules = { localLogin: true, identityProviders: { allow: '*' }, defaultMaxAge: null };

/** The same for the portal itself. @param again whether a session that exists already is not enough */
export function portalSignIn(again: boolean): RequiredSignIn {
  const prompt: ReadonlySet<string> = new Set(again ? ['login'] : []);
  return { rules: portalRules, tenant: null, isOwnTenant: false, prompt, maxAge: null, hintSub: null, provider: null };
}
