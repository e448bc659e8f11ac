import type { ReactNode } from 'react';
import { HiddenUsername, PasswordInput } from '#components/interaction/password-input';
import { Badge } from '#components/ui/badge';
import { Checkbox } from '#components/ui/checkbox';
import { TextLink } from '#components/ui/text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { type ActivityRow, readActivity } from '../activity/read';
import {
  AccountForm,
  type AccountPage,
  ActivityList,
  errorOf,
  SaveButton,
  type Shown,
  SummaryList,
  SummaryRow,
} from '../kit/view';
import { readSecurity, type SecurityModel as Security } from './read';

export const securityPages: readonly AccountPage[] = [
  {
    path: 'security',
    page: 'account-security',
    section: 'security',
    title: 'account.sections.security',
    text: 'account.security.text',
    render: async ({ context, session, ...shown }) => {
      const model = await readSecurity(session, context);
      const last = { before: undefined, locale: shown.locale, limit: 10 };
      const { rows } = await readActivity(session, last, context);
      return { body: <SecurityView {...shown} model={model} activity={rows} /> };
    },
  },
  {
    path: 'password',
    page: 'account-password',
    section: 'security',
    title: 'account.password.title',
    text: 'account.password.text',
    fresh: true,
    render: async ({ context, session: { user }, ...shown }) => {
      const minimumLength = context.snapshot.portal.passwordMinLength;
      return {
        ...(user.passwordHash === null && { title: translate(shown.locale, 'account.password.title_first') }),
        body: <PasswordView {...shown} username={user.username} minimumLength={minimumLength} />,
      };
    },
  },
];

type SecurityViewProps = Shown<'timeZone'> & {
  readonly model: Security;
  /** The last events of the account. */
  readonly activity: readonly ActivityRow[];
};

/** The sign-in methods of the account, passkeys first, each with its page, and the last events. */
function SecurityView({ locale, model, activity, timeZone }: SecurityViewProps) {
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

type PasswordViewProps = Shown<'form'> & { readonly username: string; readonly minimumLength: number };

/** The form for a new password, with its rules above the field. The password is typed only once. */
function PasswordView({ locale, form, username, minimumLength }: PasswordViewProps) {
  const id = 'new-password';
  return (
    <AccountForm locale={locale} form={form}>
      <HiddenUsername username={username} />
      <PasswordInput
        locale={locale}
        id={id}
        name="new_password"
        label={translate(locale, 'setup.password')}
        hint={translate(locale, 'setup.password_hint', { minimum: minimumLength })}
        autoComplete="new-password"
        minimumLength={minimumLength}
        enterKeyHint="done"
        error={errorOf({ locale, form }, id).error}
      />
      <div className="-my-2">
        <Checkbox
          id="end-others"
          name="end_others"
          value="true"
          defaultChecked
          label={translate(locale, 'account.password.end_others')}
          hint={translate(locale, 'account.password.end_others_hint')}
        />
        <Checkbox
          id="disconnect-apps"
          name="disconnect_apps"
          value="true"
          label={translate(locale, 'account.password.disconnect_apps')}
          hint={translate(locale, 'account.password.disconnect_apps_hint')}
        />
      </div>
      <SaveButton>{translate(locale, 'account.password.save')}</SaveButton>
    </AccountForm>
  );
}
