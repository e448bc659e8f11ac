import type { Context } from '#lib/context';
import { mailTransport } from '#lib/mail/mail';
import { type AccountPolicy, accountPolicy } from '#lib/tenants/account-policy';
import type { Portal, Tenant } from '#lib/tenants/schema';

/** The tenant and client whose policy applies. A page of the portal itself has neither. */
type Scope = {
  readonly tenant: Tenant | null;
  /** Whether the tenant is the client's own. Otherwise the request named it. */
  readonly isOwnTenant: boolean;
};

export const portalScope: Scope = { tenant: null, isOwnTenant: false };

type Situation = {
  readonly snapshot: Pick<Context['snapshot'], 'portal'>;
  readonly settings: Pick<Context['settings'], 'issuerHost' | 'smtp' | 'localhost'>;
};

/** The policies of a configuration, by tenant, or portal without one. A request asks for its own several times. */
type Known = {
  readonly settings: Situation['settings'];
  readonly own: WeakMap<Tenant | Portal, AccountPolicy>;
  readonly named: WeakMap<Tenant | Portal, AccountPolicy>;
};

const policies = new WeakMap<Portal, Known>();

/** The account policy that applies to a sign-in now. */
export function policyOf({ tenant, isOwnTenant }: Scope, { snapshot: { portal }, settings }: Situation): AccountPolicy {
  const stored = policies.get(portal);
  const known = stored?.settings === settings ? stored : { settings, own: new WeakMap(), named: new WeakMap() };
  if (known !== stored) policies.set(portal, known);
  const byTenant = isOwnTenant ? known.own : known.named;
  const { issuerHost } = settings;
  const policy =
    byTenant.get(tenant ?? portal) ??
    accountPolicy({ portal, tenant, isOwnTenant, canMail: mailTransport(settings) !== 'none', issuerHost });
  byTenant.set(tenant ?? portal, policy);
  return policy;
}
