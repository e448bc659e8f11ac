import type { Context } from '#lib/context';
import { mailTransport } from '#lib/mail/mail';
import { type AccountPolicy, accountPolicy } from '#lib/tenants/account-policy';
import type { Tenant } from '#lib/tenants/tenant';

/** The tenant and client whose policy applies. A page of the portal itself has neither. */
type Scope = {
  readonly tenant: Tenant | null;
  /** Whether the tenant is the client's own. Otherwise the request named it. */
  readonly isOwnTenant: boolean;
};

export const portalScope: Scope = { tenant: null, isOwnTenant: false };

/** The account policy that applies to a sign-in now. */
export function policyOf({ tenant, isOwnTenant }: Scope, { snapshot: { portal }, settings }: Situation): AccountPolicy {
  const { issuerHost } = settings;
  return accountPolicy({ portal, tenant, isOwnTenant, canMail: mailTransport(settings) !== 'none', issuerHost });
}

type Situation = {
  readonly snapshot: Pick<Context['snapshot'], 'portal'>;
  readonly settings: Pick<Context['settings'], 'issuerHost' | 'smtp' | 'localhost'>;
};
