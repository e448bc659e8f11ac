import { Button } from '#components/ui/button';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { IdentifierKind } from '#lib/vocabulary/identifier-kinds';
import type { LoginPage } from '../sign-in/read';

export const usernameField = 'username';
export const passwordField = 'current-password';

type Kinds = readonly IdentifierKind[];

/** The label of the identifier field. */
export function identifierLabel(locale: Locale, kinds: Kinds): string {
  if (!kinds.includes('email')) return translate(locale, 'login.username');
  return translate(locale, kinds.includes('username') ? 'identifier.either' : 'identifier.email');
}

/** The problem of an empty field, or of a wrong password. */
export function identifierProblem(
  locale: Locale,
  problem: 'missing_username' | 'invalid_credentials',
  kinds: Kinds,
): string {
  const isEither = kinds.includes('username');
  if (!kinds.includes('email')) return translate(locale, `login.problem.${problem}`);
  if (problem === 'missing_username') {
    return translate(locale, isEither ? 'identifier.missing_either' : 'identifier.missing_email');
  }
  return translate(locale, isEither ? 'login.problem.invalid_credentials' : 'identifier.incorrect_email');
}

type CancelButtonProps = {
  readonly locale: Locale;
  readonly model: Pick<LoginPage, 'client' | 'canCancel' | 'cancelReturns'>;
  readonly className?: string;
};

/** The button that returns without signing in. Absent if there is no application to return to. */
export function CancelButton({ locale, model, className = '-my-3' }: CancelButtonProps) {
  if (!model.canCancel) return null;
  return (
    <Button variant="quiet" name="decision" value="cancel" formNoValidate className={className}>
      {model.client && model.cancelReturns
        ? translate(locale, 'login.cancel_client', { app: displayText(model.client.name) })
        : translate(locale, 'login.cancel')}
    </Button>
  );
}
