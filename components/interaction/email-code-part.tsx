import { Button } from '#components/ui/button';
import { translate } from '#lib/i18n/translate';
import type { SignInPartProps } from './login-problem';

/** The button that sends a code by email to the typed account. */
export function EmailCodePart({ locale }: SignInPartProps) {
  return (
    <Button variant="secondary" name="decision" value="email_code">
      {translate(locale, 'login.email_code')}
    </Button>
  );
}
