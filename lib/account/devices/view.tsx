import { timeAgo } from '#components/interaction/time-ago';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { Breakable, Name, TextLink } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import { translate } from '#lib/i18n/translate';
import { readPageNumber } from '#lib/vocabulary/numbered-page';
import {
  AccountForm,
  type AccountPage,
  deviceName,
  FactLine,
  formatMoment,
  ListPages,
  RowAction,
  type Shown,
} from '../kit/view';
import { type DeviceGroup, type DeviceRow, type Devices, readDevices } from './read';

export const devicePages: readonly AccountPage[] = [
  {
    path: 'devices',
    page: 'account-devices',
    section: 'devices',
    title: 'account.sections.devices',
    text: 'account.devices.text',
    render: async ({ context, session, query, ...shown }) => {
      const { locale } = shown;
      const devices = await readDevices(session, { locale, page: readPageNumber(query.page) }, context);
      return { body: <DevicesView {...shown} devices={devices} /> };
    },
  },
];

type DevicesViewProps = Shown<'form' | 'timeZone'> & { readonly devices: Devices };

/** The sessions of a person, with a button to end each one except the current one. */
export function DevicesView({ locale, form, devices, timeZone }: DevicesViewProps) {
  const { groups } = devices;
  const hasOthers = groups.some(({ rows }) => rows.some(({ isCurrent }) => !isCurrent));
  return (
    <div className="grid gap-6">
      {hasOthers ? (
        <AccountForm locale={locale} form={form}>
          <Button variant="secondary" name="decision" value="end_others" className="sm:w-fit">
            {translate(locale, 'account.devices.end_others')}
          </Button>
        </AccountForm>
      ) : (
        <p className="text-muted-foreground">{translate(locale, 'account.devices.none')}</p>
      )}
      <ul className="divide-y divide-border rounded-box border border-border bg-card">
        {groups.map((group) => (
          <li key={deviceName(locale, group)} className="grid gap-3 px-4 py-4">
            <Device locale={locale} form={form} group={group} timeZone={timeZone} />
          </li>
        ))}
      </ul>
      <ListPages locale={locale} path="/account/devices" page={devices} />
      <ul className="-my-2.5 text-sm">
        <li>
          <TextLink href="/account/password">{translate(locale, 'account.devices.doubt')}</TextLink>
        </li>
        <li>
          <TextLink href="/account/activity">{translate(locale, 'account.devices.activity')}</TextLink>
        </li>
      </ul>
    </div>
  );
}

type DeviceProps = Omit<DevicesViewProps, 'devices'> & { readonly group: DeviceGroup };

/** A device with its sessions listed below it. */
function Device({ group, ...rest }: DeviceProps) {
  const { locale } = rest;
  const device = deviceName(locale, group);
  return (
    <>
      <h2 className="font-semibold">{device}</h2>
      <ul className="grid gap-4">
        {group.rows.map((row) => (
          <li
            key={row.sid}
            data-session={row.sid}
            className="grid gap-2 not-first:border-border not-first:border-t not-first:pt-4"
          >
            <Session {...rest} device={device} row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The most apps that a session names. */
const mostNamed = 20;

function namesOf(apps: readonly string[]): string {
  return [...apps.slice(0, mostNamed).map(displayText), ...(apps.length > mostNamed ? ['…'] : [])].join(', ');
}

type SessionProps = Omit<DeviceProps, 'group'> & { readonly device: string; readonly row: DeviceRow };

function Session({ locale, form, device, row, timeZone }: SessionProps) {
  const { address, place } = row;
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="grid min-w-[min(100%,12rem)] flex-1 gap-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground">
          {address !== null && (
            <bdi>
              <Breakable>{address}</Breakable>
            </bdi>
          )}
          {place !== null && <span>{translate(locale, 'account.devices.near', { place })}</span>}
          {row.isCurrent && <Badge tone="good">{translate(locale, 'account.devices.this')}</Badge>}
        </p>
        <dl className="grid gap-0.5">
          <FactLine label={translate(locale, 'account.devices.last_seen')}>{timeAgo(locale, row.idleSeconds)}</FactLine>
          <FactLine label={translate(locale, 'account.devices.first_seen')}>
            {formatMoment(locale, row.firstSeen, timeZone, true)}
          </FactLine>
          {row.apps.length > 0 && (
            <FactLine label={translate(locale, 'account.apps.title')}>
              <Name>{namesOf(row.apps)}</Name>
            </FactLine>
          )}
        </dl>
      </div>
      {!row.isCurrent && (
        <RowAction
          locale={locale}
          form={form}
          name="session"
          value={row.sid}
          decision="end"
          label={translate(locale, 'account.devices.end_label', {
            device: address === null ? device : `${device}, ${address}`,
          })}
        >
          {translate(locale, 'account.devices.end')}
        </RowAction>
      )}
    </div>
  );
}
