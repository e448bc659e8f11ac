import { TotpSetup } from '#components/factors/totp-setup';
import { Button, ButtonLink } from '#components/ui/button';
import { Breakable, TextLink } from '#components/ui/text';
import { translate } from '#lib/i18n/translate';
import { type NumberedPage, readPageNumber } from '#lib/vocabulary/numbered-page';
import {
  AccountForm,
  type AccountPage,
  deviceName,
  errorOf,
  formatDay,
  ListPages,
  RowAction,
  type Shown,
} from '../kit/view';
import {
  type AuthenticatorModel as Authenticator,
  type RecoveryCodesModel,
  readAuthenticator,
  readRecoveryCodes,
  readTrustedDevices,
  type TrustedDeviceRow,
} from './read';

export const factorPages: readonly AccountPage[] = [
  {
    path: 'authenticator',
    page: 'account-authenticator',
    section: 'security',
    title: 'factor.way.totp',
    text: 'account.authenticator.text',
    fresh: true,
    render: async ({ context, session, query, ...shown }) => {
      const { setup } = shown.form.typed;
      const wanted = setup === undefined || setup === '' ? query : { ...query, setup, replace: '1' };
      return { body: <AuthenticatorView {...shown} model={await readAuthenticator(session, wanted, context)} /> };
    },
  },
  {
    path: 'recovery-codes',
    page: 'account-recovery-codes',
    section: 'security',
    title: 'account.security.recovery_codes',
    text: 'account.recovery_codes.text',
    fresh: true,
    render: async ({ context, session, ...shown }) => ({
      body: <RecoveryCodesState {...shown} model={await readRecoveryCodes(session, context)} />,
    }),
  },
  {
    path: 'trusted-devices',
    page: 'account-trusted-devices',
    section: 'security',
    title: 'account.security.trusted',
    text: 'account.trusted.text',
    render: async ({ context, session, query, ...shown }) => {
      const devices = await readTrustedDevices(session, context, readPageNumber(query.page));
      return { body: <TrustedDevicesView {...shown} devices={devices} /> };
    },
  },
];

type AuthenticatorViewProps = Shown<'form' | 'timeZone'> & { readonly model: Authenticator };

/** The authenticator app of a person, or the steps to add one. */
function AuthenticatorView({ locale, form, model, timeZone }: AuthenticatorViewProps) {
  const { current, setup } = model;
  return (
    <>
      {current !== null && (
        <ul className="grid gap-0.5 text-muted-foreground text-sm">
          <li>{translate(locale, 'passkey.list.added', { date: formatDay(locale, current.createdAt, timeZone) })}</li>
          <li>
            {current.lastUsedAt === null
              ? translate(locale, 'passkey.list.never_used')
              : translate(locale, 'passkey.list.last_used', { date: formatDay(locale, current.lastUsedAt, timeZone) })}
          </li>
        </ul>
      )}
      {setup !== null && (
        <AccountForm locale={locale} form={form}>
          {current !== null && <p>{translate(locale, 'account.authenticator.replace_text')}</p>}
          <TotpSetup locale={locale} totp={setup} error={errorOf({ locale, form }, 'code').error} />
          <Button variant="primary" name="decision" value={current === null ? 'save' : 'replace'}>
            {translate(locale, current === null ? 'totp.add' : 'account.authenticator.replace')}
          </Button>
        </AccountForm>
      )}
      {current !== null && setup === null && (
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="secondary" href="/account/authenticator?replace=1" className="sm:w-fit">
            {translate(locale, 'account.authenticator.replace')}
          </ButtonLink>
          <AccountForm locale={locale} form={form} className="w-full sm:w-fit">
            <Button variant="danger" name="decision" value="remove" className="sm:w-fit">
              {translate(locale, 'action.remove')}
            </Button>
          </AccountForm>
        </div>
      )}
    </>
  );
}

type RecoveryCodesStateProps = Shown<'form' | 'timeZone'> & { readonly model: RecoveryCodesModel };

/** How many codes are left, and a button that creates new ones. */
function RecoveryCodesState({ locale, form, model, timeZone }: RecoveryCodesStateProps) {
  const { codes, mayRenew } = model;
  if (!mayRenew) {
    return (
      <div className="grid gap-3">
        <p>{translate(locale, 'account.recovery_codes.needs_factor')}</p>
        <p>
          <TextLink href="/account/security">{translate(locale, 'account.sections.security')}</TextLink>
        </p>
      </div>
    );
  }
  return (
    <>
      {codes === null ? (
        <p>{translate(locale, 'account.recovery_codes.none')}</p>
      ) : (
        <ul className="grid gap-0.5 text-muted-foreground text-sm">
          <li>{translate(locale, 'account.security.unused', { count: String(codes.left) })}</li>
          <li>
            {translate(locale, 'account.recovery_codes.made', { date: formatDay(locale, codes.createdAt, timeZone) })}
          </li>
        </ul>
      )}
      <AccountForm locale={locale} form={form} className="gap-3">
        {codes !== null && (
          <p className="text-muted-foreground text-sm">{translate(locale, 'account.recovery_codes.renew_text')}</p>
        )}
        <Button variant="primary" name="decision" value="renew">
          {translate(locale, 'account.recovery_codes.renew')}
        </Button>
      </AccountForm>
    </>
  );
}

type TrustedDevicesViewProps = Shown<'form' | 'timeZone'> & { readonly devices: NumberedPage<TrustedDeviceRow> };

/** The devices that skip the second factor, each with a button to remove it. */
function TrustedDevicesView({ locale, form, devices, timeZone }: TrustedDevicesViewProps) {
  if (devices.rows.length === 0 && devices.page === 1)
    return <p className="text-muted-foreground">{translate(locale, 'account.trusted.none')}</p>;
  return (
    <div className="grid gap-6">
      <AccountForm locale={locale} form={form}>
        <Button variant="secondary" name="decision" value="remove_all" className="sm:w-fit">
          {translate(locale, 'account.trusted.remove_all')}
        </Button>
      </AccountForm>
      <ul className="divide-y divide-border rounded-box border border-border bg-card">
        {devices.rows.map((device) => {
          const name = deviceName(locale, device);
          return (
            <li
              key={device.id}
              data-device={device.id}
              className="flex flex-wrap items-start justify-between gap-3 px-4 py-4"
            >
              <div className="grid min-w-[min(100%,12rem)] flex-1 gap-0.5">
                <h2 className="font-semibold">{name}</h2>
                {device.address !== null && (
                  <p className="text-muted-foreground text-sm">
                    <bdi>
                      <Breakable>{device.address}</Breakable>
                    </bdi>
                  </p>
                )}
                <p className="text-muted-foreground text-sm">
                  {translate(locale, 'account.trusted.last_used', {
                    date: formatDay(locale, device.lastUsedAt, timeZone),
                  })}
                </p>
                <p className="text-muted-foreground text-sm">
                  {translate(locale, 'account.trusted.until', { date: formatDay(locale, device.expiresAt, timeZone) })}
                </p>
              </div>
              <RowAction
                locale={locale}
                form={form}
                name="device"
                value={device.id}
                decision="remove"
                label={translate(locale, 'account.trusted.remove_label', { device: name })}
              >
                {translate(locale, 'action.remove')}
              </RowAction>
            </li>
          );
        })}
      </ul>
      <ListPages locale={locale} path="/account/trusted-devices" page={devices} />
    </div>
  );
}
