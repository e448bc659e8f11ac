import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import { TextLink } from '#components/ui/text-link';
import type { ActivityRow } from '#lib/account/activity/activity';
import type { SecurityModel as Security } from '#lib/account/factors/read-factors';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { ActivityList } from '../activity-view';
import { SummaryList, SummaryRow } from '../list-row';

type SecurityViewProps = {
  readonly locale: Locale;
  readonly model: Security;
  /** The last events of the account. */
  readonly activity: readonly ActivityRow[];
  readonly timeZone: string;
};

/** The sign-in methods of the account, passkeys first, each with its page, and the last events. */
export function SecurityView({ locale, model, activity, timeZone }: SecurityViewProps) {
  const { passkeys, hasPassword, hasAuthenticator, recoveryCodes, trustedDevices } = model;
  const unused =
    recoveryCodes === null ? null : translate(locale, 'account.security.unused', { count: String(recoveryCodes) });
  const isSet = translate(locale, 'account.profile.is_set');
  return (
    <>
      <SummaryList>
        {passkeys !== null && (
          <Row locale={locale} label={translate(locale, 'passkey.list.title')} href="/account/passkeys">
            {passkeys === 0 ? null : String(passkeys)}
          </Row>
        )}
        <Row locale={locale} label={translate(locale, 'login.password')} href="/account/password">
          {hasPassword ? isSet : null}
        </Row>
        <Row locale={locale} label={translate(locale, 'factor.way.totp')} href="/account/authenticator">
          {hasAuthenticator ? isSet : null}
        </Row>
        <Row
          locale={locale}
          label={translate(locale, 'account.security.recovery_codes')}
          href="/account/recovery-codes"
        >
          {unused}
        </Row>
        <Row locale={locale} label={translate(locale, 'account.security.trusted')} href="/account/trusted-devices">
          {String(trustedDevices)}
        </Row>
      </SummaryList>
      <section className="-my-2.5 grid" aria-labelledby="activity">
        <h2 id="activity" className="font-semibold">
          <TextLink href="/account/activity">{translate(locale, 'account.security.activity')}</TextLink>
        </h2>
        {activity.length > 0 && <ActivityList locale={locale} rows={activity} timeZone={timeZone} />}
        <p>
          <TextLink href="/account/devices">{translate(locale, 'account.sections.devices')}</TextLink>
        </p>
      </section>
    </>
  );
}

type RowProps = {
  readonly locale: Locale;
  readonly label: string;
  readonly href: string;
  readonly children: ReactNode;
};

/** A row without a value says "Not set". */
function Row({ locale, label, href, children }: RowProps) {
  const link = (
    <TextLink href={href} aria-label={translate(locale, 'account.security.manage_label', { label })}>
      {translate(locale, 'account.security.manage')}
    </TextLink>
  );
  return (
    <SummaryRow label={label} action={link}>
      {children ?? <Badge>{translate(locale, 'account.state.not_set')}</Badge>}
    </SummaryRow>
  );
}
