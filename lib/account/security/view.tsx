import { HiddenUsername, PasswordInput } from '#components/interaction/password-input';
import { Checkbox } from '#components/ui/checkbox';
import { Icon, type IconName } from '#components/ui/icon';
import { TextLink } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { AccountZone } from '#lib/sessions/time-zone';
import { type ActivityRow, readActivity } from '../activity/read';
import { ActivityList } from '../activity/view';
import { AccountForm, type AccountPage, errorOf, formatDay, SaveButton, type Shown } from '../kit/view';
import { passkeyFacts, passkeyTitle } from '../passkeys/view';
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
      const last = { before: undefined, locale: shown.locale, limit: 5 };
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

/** How the person signs in, what is asked after the password, and the last events. */
function SecurityView({ locale, model, activity, timeZone }: SecurityViewProps) {
  const shown = { locale, model, timeZone };
  return (
    <>
      <Ways {...shown} />
      <TwoStep {...shown} />
      <section className="-my-2.5 grid" aria-labelledby="activity">
        <h2 id="activity" className="font-semibold">
          <TextLink href="/account/activity">{translate(locale, 'account.security.activity')}</TextLink>
        </h2>
        {activity.length > 0 && <ActivityList locale={locale} rows={activity} timeZone={timeZone} />}
      </section>
    </>
  );
}

type PartProps = Omit<SecurityViewProps, 'activity'>;

/** The passkeys, the password and the providers: each of them signs in. */
function Ways({ locale, model: { passkeys, password, providers }, timeZone }: PartProps) {
  return (
    <section className="grid gap-3" aria-labelledby="ways">
      <h2 id="ways" className="font-semibold">
        {translate(locale, 'account.security.ways')}
      </h2>
      <ul className={list}>
        {passkeys?.map((passkey) => (
          <Row
            key={passkey.id}
            locale={locale}
            icon="key"
            label={passkeyTitle(locale, passkey)}
            facts={passkeyFacts(locale, passkey, timeZone)}
            verb={{ word: 'action.change', href: `/account/passkeys/${passkey.id}` }}
          />
        ))}
        {passkeys !== null && (
          <Row
            locale={locale}
            icon="key"
            label={translate(locale, 'passkey.list.title')}
            facts={passkeys.length === 0 ? [translate(locale, 'passkey.list.empty')] : []}
            verb={{ word: 'account.security.add', href: '/account/passkeys/new' }}
          />
        )}
        <Row
          locale={locale}
          icon="lock"
          label={translate(locale, 'login.password')}
          facts={passwordFacts(locale, password, timeZone)}
          verb={{ word: password.isSet ? 'action.change' : 'account.security.set', href: '/account/password' }}
        />
        {providers.map(({ name, addedAt, lastUsedAt }) => (
          <Row
            key={`${name} ${addedAt.getTime()}`}
            locale={locale}
            icon="login"
            label={displayText(name)}
            facts={[
              translate(locale, 'mail.factor.provider'),
              translate(locale, 'passkey.list.added', { date: formatDay(locale, addedAt, timeZone) }),
              translate(locale, 'passkey.list.last_used', { date: formatDay(locale, lastUsedAt, timeZone) }),
            ]}
          />
        ))}
      </ul>
    </section>
  );
}

function passwordFacts(
  locale: Locale,
  { isSet, changedAt }: Security['password'],
  timeZone: AccountZone,
): readonly string[] {
  if (!isSet) return [translate(locale, 'account.state.not_set')];
  if (changedAt === null) return [translate(locale, 'account.profile.is_set')];
  return [translate(locale, 'account.security.changed', { date: formatDay(locale, changedAt, timeZone) })];
}

/** The switch, and what can be the second step. */
function TwoStep({ locale, model, timeZone }: PartProps) {
  const { twoStep, passkeys, authenticator, codesTo, recoveryCodes, trustedDevices } = model;
  const on = (key: 'passkey.list.added' | 'passkey.list.last_used' | 'account.recovery_codes.made', at: Date) =>
    translate(locale, key, { date: formatDay(locale, at, timeZone) });
  const notSet = [translate(locale, 'account.state.not_set')];
  const manage = 'account.security.manage';
  const unused = recoveryCodes && translate(locale, 'account.security.unused', { count: String(recoveryCodes.left) });
  const used = authenticator?.lastUsedAt ?? null;
  return (
    <section className="grid gap-3" aria-labelledby="two-step">
      <h2 id="two-step" className="font-semibold">
        {translate(locale, 'account.two_step.title')}
      </h2>
      <ul className={list}>
        <Row
          locale={locale}
          icon={twoStep.isOn ? 'shield-check' : 'shield-alert'}
          label={translate(locale, 'account.two_step.text')}
          facts={[translate(locale, twoStep.isOn ? 'account.two_step.on' : 'account.two_step.off')]}
          {...(twoStep.canChange && { verb: { word: manage, href: '/account/two-step' } })}
        />
        <Row
          locale={locale}
          icon="phone"
          label={translate(locale, 'factor.way.totp')}
          facts={
            authenticator === null
              ? notSet
              : [
                  on('passkey.list.added', authenticator.createdAt),
                  used === null ? translate(locale, 'passkey.list.never_used') : on('passkey.list.last_used', used),
                ]
          }
          verb={{ word: authenticator === null ? 'account.security.add' : manage, href: '/account/authenticator' }}
        />
        {passkeys !== null && passkeys.length > 0 && (
          <Row
            locale={locale}
            icon="key"
            label={translate(locale, 'passkey.list.title')}
            facts={[String(passkeys.length)]}
            verb={{ word: 'account.security.view', href: '/account/passkeys' }}
          />
        )}
        {codesTo !== null && (
          <Row
            locale={locale}
            icon="mail"
            label={translate(locale, 'mail.factor.email')}
            facts={[translate(locale, 'account.security.code_to', { email: codesTo })]}
          />
        )}
        <Row
          locale={locale}
          icon="list"
          label={translate(locale, 'account.security.recovery_codes')}
          facts={
            recoveryCodes === null || unused === null
              ? notSet
              : [unused, on('account.recovery_codes.made', recoveryCodes.createdAt)]
          }
          verb={{ word: manage, href: '/account/recovery-codes' }}
        />
        <Row
          locale={locale}
          icon="window"
          label={translate(locale, 'account.security.trusted')}
          facts={[String(trustedDevices)]}
          verb={{ word: 'account.security.view', href: '/account/trusted-devices' }}
        />
      </ul>
    </section>
  );
}

const list = 'divide-y divide-border rounded-box border border-border bg-card';

type Verb =
  | 'action.change'
  | 'account.security.add'
  | 'account.security.manage'
  | 'account.security.set'
  | 'account.security.view';

type RowProps = {
  readonly locale: Locale;
  readonly icon: IconName;
  readonly label: string;
  readonly facts: readonly string[];
  /** The one link of the row. */
  readonly verb?: { readonly word: Verb; readonly href: string };
};

function Row({ locale, icon, label, facts, verb }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <Icon name={icon} className="size-5 shrink-0 text-muted-foreground" />
      {/* A long word takes the place of the link, which then stands below. */}
      <div className="grid min-w-min flex-1 basis-32 gap-0.5">
        <p className="hyphens-auto font-semibold">
          <bdi>{label}</bdi>
        </p>
        {facts.length > 0 && (
          <p className="flex flex-wrap gap-x-3 text-muted-foreground text-sm">
            {facts.map((fact) => (
              <span key={fact}>
                <bdi>{fact}</bdi>
              </span>
            ))}
          </p>
        )}
      </div>
      {verb && (
        <TextLink
          href={verb.href}
          aria-label={translate(locale, 'account.home.fact', { label: translate(locale, verb.word), value: label })}
          className="-my-2"
        >
          {translate(locale, verb.word)}
        </TextLink>
      )}
    </li>
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
