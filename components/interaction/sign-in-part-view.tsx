import type { SignInPart } from '#lib/login/methods/sign-in-method';
import { EmailCodePart } from './email-code-part';
import type { SignInPartProps } from './login-problem';
import { PasskeyPart } from './passkey-part';
import { PasswordPart } from './password-part';
import { ProviderPart } from './provider-part';

/** The view of a sign-in method. */
export function SignInPartView({ part, ...page }: SignInPartProps & { readonly part: SignInPart }) {
  switch (part.method) {
    case 'password':
      return <PasswordPart {...page} />;
    case 'email_code':
      return <EmailCodePart {...page} />;
    case 'passkey':
      return <PasskeyPart {...page} />;
    case 'provider':
      return <ProviderPart {...page} part={part} />;
    default:
      return part satisfies never;
  }
}
