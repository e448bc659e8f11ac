import { type FactorPolicy, nothingAsked, type PersonFactors } from '#lib/factors/decide-factor';
import { authenticatedBy } from '#lib/sessions/browser-state';

const at = new Date(0);

/** The authentication of a person who entered a password. */
export const byPassword = authenticatedBy([{ factor: 'password', at }]);

/** The same for a person who signed in at a provider. */
export const byProvider = (provider: string, ...amr: string[]) =>
  authenticatedBy([{ factor: 'provider', at, provider, amr, level: 1 }]);

/** A browser without identifying headers. */
export const noDevice = { userAgent: null, address: '192.0.2.1' };

/** A person who only has a password. */
export const passwordAlone: PersonFactors = {
  totp: false,
  passkeys: 0,
  boundPasskeys: 0,
  recoveryCodes: 0,
  email: false,
  twoStep: false,
  hasRole: false,
  recoveredAt: null,
};

const noSecondFactor: FactorPolicy = { secondFactor: 'off', passkeys: true, emailSecondFactor: false };

/** Requirements without a level. */
export const anyLevel = { policy: noSecondFactor, asked: nothingAsked, mustBeFresh: false };
