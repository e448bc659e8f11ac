import { ButtonLink } from '#components/ui/button';
import type { ClientLink } from '#lib/http/page-models';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

type ClientWayProps = {
  readonly locale: Locale;
  readonly to: ClientLink;
  /** The text of the link for a reviewed client. */
  readonly text: string;
  readonly variant?: 'primary' | 'secondary';
  /** True if the page's script may follow the link. It never follows the link of a self-registered client. */
  readonly follow?: boolean;
};

/** A link to an application. For a self-registered one, the page says so and the link names the host. */
export function ClientWay({ locale, to, text, variant = 'primary', follow = false }: ClientWayProps) {
  if (to.isVouched) {
    return (
      <ButtonLink href={to.uri} rel="noreferrer" variant={variant} data-follow={follow ? '' : undefined}>
        {text}
      </ButtonLink>
    );
  }
  const shown = { app: displayText(to.app), host: displayText(to.host) };
  return (
    <>
      <p>{translate(locale, 'leave.text', shown)}</p>
      <ButtonLink href={to.uri} rel="noreferrer" variant="secondary">
        {translate(locale, 'leave.continue', { host: shown.host })}
      </ButtonLink>
    </>
  );
}
