import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { nothingAsked } from '#lib/factors/decide-factor';
import type { SignInRequirements, SignInRules } from '#lib/interactions/next-step';
import { requestedProvider } from '#lib/interactions/usable-providers';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { AccountPolicy } from '#lib/tenants/account-policy';
import type { Tenant } from '#lib/tenants/schema';
import { administers, administrationLevel, asAdministration } from './administration';
import { type AskedAcr, askedLevel } from './asked-level';
import { policyOf, portalScope } from './policy-of';
import { requestTenant } from './request-tenant';

/**
 * The parts of a client's request that concern the sign-in. A device's request has neither prompt, max_age nor
 * id_token_hint, and a document's client cannot have a scope that administers.
 */
type Asked = AskedAcr &
  Partial<Pick<SignInRequirements, 'prompt' | 'maxAge' | 'hintSub'>> & { readonly scope?: readonly string[] };

/** The requirements of a sign-in, and its tenant. */
export type RequiredSignIn = SignInRequirements & {
  readonly tenant: Tenant | null;
  readonly policy: AccountPolicy;
};

type Configuration = Pick<Context, 'snapshot' | 'settings'>;

/** The current requirements of a sign-in for a client's request. */
export function requiredSignIn(request: Asked, client: Client, context: Configuration): RequiredSignIn {
  const { acrValues, prompt = new Set(), maxAge = null, hintSub = null, scope = [] } = request;
  const { snapshot } = context;
  const tenant = requestTenant({ client, acrValues }, snapshot);
  const provider = requestedProvider(acrValues, { rules: client, tenant }, snapshot);
  const level = askedLevel(request, client, snapshot.portal);
  // A preference never causes an error, and prompt=none does not ask for more (OpenID Connect Core §3.1.2.1).
  const asked = prompt.has('none') ? { ...level, wish: [] } : level;
  const policy = policyOf({ tenant, isOwnTenant: client.tenant !== null }, context);
  const mustBeFresh = administers(scope);
  const required = { rules: client, tenant, prompt, maxAge, hintSub, provider, asked, policy, mustBeFresh };
  return mustBeFresh ? { ...required, ...asAdministration({ policy, asked }, tenant, context) } : required;
}

const portalRules: SignInRules = { localLogin: true, identityProviders: { allow: '*' }, defaultMaxAge: null };

/** The requirements of a sign-in for the portal itself. */
type PortalAsks = {
  readonly area: string;
  /** An existing session is not enough. */
  readonly again: boolean;
  /** Everybody who has a second factor must show it. */
  readonly changesFactors: boolean;
};

/** The same for the portal itself. */
export function portalSignIn({ area, again, changesFactors }: PortalAsks, context: Configuration): RequiredSignIn {
  const isAdministration = area === '/admin' || area.startsWith('/admin/');
  const level = isAdministration ? administrationLevel(context.snapshot.portal) : {};
  return {
    rules: portalRules,
    tenant: null,
    prompt: new Set(again ? ['login'] : []),
    maxAge: null,
    hintSub: null,
    provider: null,
    mustBeFresh: false,
    asked: { ...nothingAsked, changesFactors, ...level },
    policy: policyOf(portalScope, context),
  };
}

/**
 * Whether people may create an account during a sign-in to this client. Nobody could use it with a new account where
 * people are assigned, unless somebody approves them.
 */
export function canSignUp({ rules, tenant, policy }: Pick<RequiredSignIn, 'rules' | 'tenant' | 'policy'>): boolean {
  if (rules.access === 'assigned' && rules.approverGroups?.length === 0) return false;
  return rules.localLogin && tenant?.enabled !== false && policy.registration;
}

/** Whether people may create an account anywhere, for discovery. */
export function isSignUpOffered({ tenants, portal }: Pick<Snapshot, 'tenants' | 'portal'>): boolean {
  const isOn = ({ enabled, registration }: { enabled: boolean; registration: 'off' | 'on' | null }) =>
    enabled && registration === 'on';
  return portal.registration === 'on' || [...tenants.values()].some(isOn);
}
