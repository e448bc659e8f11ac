import { emailCodeMethod } from './email-code';
import { passkeyMethod } from './passkey';
import { passwordMethod } from './password';
import { providerMethod } from './provider';

/** The sign-in methods, in the order of the page. */
export const signInMethods = [passwordMethod, emailCodeMethod, passkeyMethod, providerMethod] as const;

/** What the page shows of a method, as data. Its view is in view.tsx. */
export type SignInPart = NonNullable<ReturnType<(typeof signInMethods)[number]['part']>>;
