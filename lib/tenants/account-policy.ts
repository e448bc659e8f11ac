import { isAddressHost } from '#lib/settings/issuer';
import type { IdentifierKind } from '#lib/vocabulary/identifier-kinds';
import type { SecondFactorRule } from './account-keys';
import type { Portal, Tenant } from './schema';

/** The policy for the accounts of people who sign in for something. Features that cannot work are off. */
export type AccountPolicy = {
  /** Whether a second factor is never required, required if there is one, or always required. */
  readonly secondFactor: SecondFactorRule;
  /** The kinds of identifiers that people may type. At least one. */
  readonly identifiers: readonly IdentifierKind[];
  /** An emailed code is a first factor. */
  readonly emailCode: boolean;
  /** An emailed code is a second factor. */
  readonly emailSecondFactor: boolean;
  readonly passkeys: boolean;
  /** People who forgot the password get a link by mail. */
  readonly recovery: boolean;
  /** People may create an account. */
  readonly registration: boolean;
  /** How long a trusted device replaces the second factor. 0 means never. */
  readonly trustedDeviceDays: number;
  readonly accountDeletion: boolean;
  /** In code points. */
  readonly passwordMinLength: number;
};

export type PolicySituation = {
  readonly portal: Portal;
  /** The tenant of the sign-in. Null without one. */
  readonly tenant: Tenant | null;
  /** Whether the tenant is the client's own. Otherwise the request named it, so it must not loosen anything. */
  readonly isOwnTenant: boolean;
  /** Whether there is a way to send mail (see mailTransport()). */
  readonly canMail: boolean;
  /** The host of the issuer as in a URL, with an IPv6 address in brackets. */
  readonly issuerHost: string;
};

type Overrides = Pick<Portal, 'secondFactor' | 'identifiers' | 'emailCode' | 'registration'>;

/** The account policy for a sign-in. */
export function accountPolicy({ portal, tenant, isOwnTenant, canMail, issuerHost }: PolicySituation): AccountPolicy {
  const own = overridden(portal, tenant);
  const { secondFactor, identifiers, emailCode, registration } = isOwnTenant ? own : stricter(portal, own);
  return {
    secondFactor,
    identifiers,
    emailCode: canMail && emailCode === 'on',
    emailSecondFactor: canMail && portal.emailSecondFactor === 'on',
    // An IP address is not a valid RP ID (Web Authentication §5.1.2).
    passkeys: portal.passkeys === 'on' && !isAddressHost(issuerHost),
    recovery: canMail && portal.recovery === 'email',
    registration: registration === 'on',
    trustedDeviceDays: portal.trustedDeviceDays,
    accountDeletion: portal.accountDeletion === 'on',
    passwordMinLength: portal.passwordMinLength,
  };
}

function overridden(portal: Portal, tenant: Tenant | null): Overrides {
  return {
    secondFactor: tenant?.secondFactor ?? portal.secondFactor,
    identifiers: tenant?.identifiers ?? portal.identifiers,
    emailCode: tenant?.emailCode ?? portal.emailCode,
    registration: tenant?.registration ?? portal.registration,
  };
}

const strictness: readonly SecondFactorRule[] = ['off', 'optional', 'required'];

/** Anybody can choose the tenant in the address of a request, so it can only make the policy stricter. */
function stricter(one: Overrides, other: Overrides): Overrides {
  const shared = one.identifiers.filter((kind) => other.identifiers.includes(kind));
  const rules = [one.secondFactor, other.secondFactor];
  return {
    secondFactor: strictness.findLast((rule) => rules.includes(rule)) ?? one.secondFactor,
    identifiers: shared.length === 0 ? ['username'] : shared,
    emailCode: one.emailCode === 'on' ? other.emailCode : 'off',
    registration: one.registration === 'on' ? other.registration : 'off',
  };
}
