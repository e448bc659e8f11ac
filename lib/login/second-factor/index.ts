import { emailMethod } from './email';
import { passkeyMethod } from './passkey';
import { recoveryMethod } from './recovery';
import type { SecondFactorMethod } from './second-factor-method';
import { totpMethod } from './totp';

/** The factors that may follow the first one. */
export const secondFactorMethods: readonly SecondFactorMethod[] = [
  passkeyMethod,
  totpMethod,
  emailMethod,
  recoveryMethod,
];
