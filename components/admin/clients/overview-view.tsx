import { eventsPath } from '#lib/admin/audit/feature';
import type { ApplicationKind } from '#lib/admin/clients/application-kind';
import type { ClientOverview } from '#lib/admin/clients/read-overview';
import { addressWith } from '#lib/admin/query';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Breakable } from '../../ui/breakable';
import { Facts } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import { EntryEvents } from '../audit-table';
import { CopyButton } from '../copy-button';

type OverviewViewProps = {
  readonly clientId: string;
  readonly kind: ApplicationKind;
  readonly issuer: string;
  readonly overview: ClientOverview;
};

/** The values that an application needs, and its recent events. */
export function OverviewView({ clientId, kind, issuer, overview }: OverviewViewProps) {
  const texts = adminTexts.clients;
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Connection {...{ clientId, kind, issuer }} />
        <Usage clientId={clientId} overview={overview} />
      </div>
      <EntryEvents texts={texts.activity} events={overview.events} href={eventsPath({ client: clientId })} />
    </>
  );
}

/** The endpoints that a kind of application calls. */
const endpoints = {
  authorization: '/connect/authorize',
  device: '/connect/deviceauthorization',
  token: '/connect/token',
  userinfo: '/connect/userinfo',
  keys: '/.well-known/openid-configuration/jwks',
  revocation: '/connect/revocation',
  introspection: '/connect/introspect',
  endSession: '/connect/endsession',
} as const;

type Endpoint = keyof typeof endpoints;

const browser: readonly Endpoint[] = ['authorization', 'token', 'userinfo', 'keys', 'revocation', 'endSession'];

const called: Readonly<Record<ApplicationKind, readonly Endpoint[]>> = {
  web: browser,
  spa: browser,
  native: browser,
  device: ['device', 'token', 'userinfo', 'keys', 'revocation'],
  machine: ['token', 'keys', 'introspection', 'revocation'],
};

function Connection({ clientId, kind, issuer }: Omit<OverviewViewProps, 'overview'>) {
  const { connection, facts } = adminTexts.clients;
  const copied = (label: string, value: string) => [label, <Copied key={label} label={label} value={value} />] as const;
  return (
    <Panel title={connection.title}>
      <div className="grid gap-3">
        <Facts
          facts={[
            copied(facts.issuer, issuer),
            copied(facts.discovery, `${issuer}/.well-known/openid-configuration`),
            copied(facts.id, clientId),
          ]}
        />
        <details>
          <summary className="w-fit cursor-pointer text-sm">{connection.more(called[kind].length)}</summary>
          <div className="pt-3">
            <Facts facts={called[kind].map((name) => copied(connection.endpoints[name], issuer + endpoints[name]))} />
          </div>
        </details>
      </div>
    </Panel>
  );
}

function Copied({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <span className="flex min-w-0 items-baseline gap-1">
      <code className="min-w-0" dir="ltr">
        <Breakable>{value}</Breakable>
      </code>
      <CopyButton text={value} label={label} />
    </span>
  );
}

function Usage({ clientId, overview }: Pick<OverviewViewProps, 'clientId' | 'overview'>) {
  const { usage } = adminTexts.clients;
  const { days, signIns, people, limit, refused } = overview;
  return (
    <Panel title={usage.title}>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <p>
            <span className="block font-semibold text-[1.75rem] tabular-nums leading-8">{formatNumber(signIns)}</span>
            <span className="text-muted-foreground text-sm">{usage.signIns}</span>
          </p>
          <Columns days={days} />
        </div>
        <Facts
          facts={[
            [usage.people, people > limit ? usage.more(limit) : formatNumber(people)],
            [
              usage.refused,
              refused === 0 ? (
                '0'
              ) : (
                <a
                  key="refused"
                  href={addressWith('/admin/debug/requests', {}, { client: clientId })}
                  className="underline underline-offset-4"
                >
                  {formatNumber(refused)}
                </a>
              ),
            ],
          ]}
        />
      </div>
    </Panel>
  );
}

const width = 240;
const height = 40;

/** Sign-ins by day as a picture. Screen readers read the number next to it. */
function Columns({ days }: Pick<ClientOverview, 'days'>) {
  const most = Math.max(1, ...days.map(({ signIns }) => signIns));
  const step = width / days.length;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="h-10 w-60 max-w-full fill-chart" aria-hidden="true">
      {days.map(({ day, signIns }, index) => {
        const tall = signIns === 0 ? 1 : Math.max(2, (signIns / most) * height);
        return (
          <rect key={day.toISOString()} x={index * step} y={height - tall} width={step - 2} height={tall}>
            <title>{`${day.toISOString().slice(0, 10)}: ${signIns}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
