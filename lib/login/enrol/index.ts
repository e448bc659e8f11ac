import type { NewFactorMethod } from './new-factor-method';
import { newPasskey } from './passkey';
import { newTotp } from './totp';

/** The factors that a person can add if a second one is required, in the order of the page. */
export const newFactorMethods: readonly NewFactorMethod[] = [newTotp, newPasskey];
