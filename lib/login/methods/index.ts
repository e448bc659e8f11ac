import { emailCodeMethod } from './email-code';
import { passkeyMethod } from './passkey';
import { passwordMethod } from './password';
import { providerMethod } from './provider';
import type { SignInMethod } from './sign-in-method';

/** The sign-in methods, in the order of the page. */
export const signInMethods: readonly SignInMethod[] = [passwordMethod, emailCodeMethod, passkeyMethod, providerMethod];
