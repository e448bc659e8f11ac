import { CodeField } from '#components/interaction/code-field';
import type { TotpSetupView } from '#lib/factors/totp-setup';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { TextLink } from '../ui/text';

type TotpSetupProps = {
  readonly locale: Locale;
  readonly totp: TotpSetupView;
  readonly error: string | undefined;
};

/**
 * A new authenticator app: the code to scan, the link for an app on the same device, the key as text, and the field of
 * the first code. The link comes first on phones, which cannot scan themselves. The field does not take the focus: a phone
 * would scroll past the key and open its keyboard, and a screen reader would start at the end.
 */
export function TotpSetup({ locale, totp, error }: TotpSetupProps) {
  const { size, path } = totp.qr;
  return (
    <div className="grid gap-5">
      <input type="hidden" name="setup" value={totp.setup} />
      <p className="order-first sm:order-none">
        <TextLink href={totp.uri}>{translate(locale, 'totp.open')}</TextLink>
      </p>
      <figure className="grid gap-3">
        <figcaption className="font-semibold text-[0.9375rem]">{translate(locale, 'totp.scan')}</figcaption>
        <svg
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label={translate(locale, 'totp.qr')}
          shapeRendering="crispEdges"
          className="size-48 rounded-control border border-border"
        >
          {/* Dark on light in every color scheme. Otherwise cameras cannot read it. */}
          <rect width={size} height={size} fill="white" />
          <path d={path} fill="black" />
        </svg>
      </figure>
      <p className="grid gap-1">
        <span className="text-muted-foreground text-sm">{translate(locale, 'totp.key')}</span>
        <code data-totp-secret={totp.key.replaceAll(' ', '')} dir="ltr" className="font-mono">
          {totp.key}
        </code>
      </p>
      <CodeField locale={locale} kind="totp" label={translate(locale, 'totp.enter')} isFirst={false} error={error} />
    </div>
  );
}
