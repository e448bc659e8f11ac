import { Breakable } from '#components/ui/breakable';
import { Button } from '#components/ui/button';
import type { TrustedDeviceRow } from '#lib/account/factors/read-factors';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountFormState } from '../account-form';
import { deviceName } from '../devices-view';
import { RowAction } from '../list-row';
import { formatDay } from '../moment';

type TrustedDevicesViewProps = {
  readonly locale: Locale;
  readonly form: AccountFormState;
  readonly devices: readonly TrustedDeviceRow[];
  readonly timeZone: string;
};

/** The devices that skip the second factor, each with a button to remove it. */
export function TrustedDevicesView({ locale, form, devices, timeZone }: TrustedDevicesViewProps) {
  if (devices.length === 0) return <p className="text-muted-foreground">{translate(locale, 'account.trusted.none')}</p>;
  return (
    <div className="grid gap-6">
      <AccountForm locale={locale} form={form}>
        <Button variant="secondary" name="decision" value="remove_all" className="sm:w-fit">
          {translate(locale, 'account.trusted.remove_all')}
        </Button>
      </AccountForm>
      <ul className="divide-y divide-border rounded-box border border-border bg-card">
        {devices.map((device) => {
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
                {translate(locale, 'account.trusted.remove')}
              </RowAction>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
