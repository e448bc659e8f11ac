import type { NewFactorMethod } from './new-factor-method';
import { newPasskey } from './passkey';
import { newTotp } from './totp';

/** The factors that a person can add where a second one is asked for, in the order of the page. */
export const newFactorMethods: readonly NewFactorMethod[] = [newTotp, newPasskey];
