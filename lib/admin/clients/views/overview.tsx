import { EntryEvents } from '#components/admin/audit-table';
import { CopyButton } from '#components/admin/copy-button';
import { AdminForm } from '#components/admin/form/admin-form';
import { Moment } from '#components/admin/moment';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Cell, Facts, Table } from '#components/ui/table';
import { Breakable } from '#components/ui/text';
import { eventsPath } from '#lib/admin/audit/feature';
import type { ApplicationKind } from '#lib/admin/clients/application-kind';
import { addressWith } from '#lib/admin/query';
import { formatNumber } from '#lib/i18n/admin/format';
import { clientForms } from '../actions';
import type { ClientOverview, readClientUsage } from '../read';
import { texts as clientTexts } from '../texts';

/** A library for confidential clients that sends no PKCE by default. */
type PkceLibrary = {
  readonly library: string;
  /** The line that turns PKCE on. Null if the library cannot send it. */
  readonly line: string | null;
  /** The version that signed people in with the wizard's client, with this line and without. Null if it has a guide. */
  readonly tried: string | null;
};

/** The most used ones, on the page of a client that sends none, and in docs/clients.md. */
export const pkceLibraries: readonly PkceLibrary[] = [
  { library: 'next-auth 4', line: "checks: ['pkce', 'state']", tried: null },
  {
    library: 'django-allauth',
    line: '"OAUTH_PKCE_ENABLED": True',
    tried: '65.22.1, also a sign-out by get_logout_redirect_url() of an adapter',
  },
  { library: 'oauth2-proxy', line: 'code_challenge_method = "S256"', tried: null },
  {
    library: 'zitadel/oidc (Go)',
    line: 'rp.WithPKCE(cookieHandler)',
    tried: '3.52.0, also UserInfo, a refresh and a sign-out',
  },
  {
    library: 'Quarkus',
    line: 'quarkus.oidc.authentication.pkce-required=true',
    tried: '3.33.2, also UserInfo, a refresh and a sign-out',
  },
  { library: 'Vert.x', line: '.pkceVerifierLength(64)', tried: '4.5.14, also UserInfo, a refresh and a sign-out' },
  { library: 'passport-openidconnect', line: null, tried: null },
  { library: 'goth (Go)', line: null, tried: '1.82.0, also a refresh and a sign-out' },
];

type OverviewViewProps = {
  readonly clientId: string;
  readonly kind: ApplicationKind;
  readonly issuer: string;
  readonly overview: ClientOverview;
};

/** The values that an application needs, and its recent events. */
export function OverviewView({ clientId, kind, issuer, overview }: OverviewViewProps) {
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Connection {...{ clientId, kind, issuer }} />
        <Usage clientId={clientId} overview={overview} />
      </div>
      <EntryEvents texts={clientTexts.activity} events={overview.events} href={eventsPath({ client: clientId })} />
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
  const { connection, facts } = clientTexts;
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
  const { usage } = clientTexts;
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

/** The grants of a client and the time of its last use. */
export function UsageFacts({ usage, limit, lastUsedAt }: Awaited<ReturnType<typeof readClientUsage>>) {
  const texts = clientTexts.activity;
  const told = (count: number) => (count > limit ? texts.more(limit) : formatNumber(count));
  return (
    <Facts
      facts={[
        [texts.lastUsed, lastUsedAt === null ? texts.notUsed : <Moment key="used" full at={lastUsedAt} />],
        [texts.people, told(usage.people)],
        [texts.grants, told(usage.grants)],
        [texts.consents, told(usage.consents)],
        [texts.tokens, told(usage.tokens)],
      ]}
    />
  );
}

type PkceNoticeProps = {
  readonly clientId: string;
  readonly use: 'used' | 'unused';
  readonly mayEdit: boolean;
};

/** Says how to turn PKCE on in an app that sends none, or offers to require it of one that always does. */
export function PkceNotice({ clientId, use, mayEdit }: PkceNoticeProps) {
  const texts = clientTexts.pkce;
  if (use === 'unused') {
    return (
      <Notice title={texts.unused}>
        <p>{texts.unusedText}</p>
        <details className="mt-2">
          <summary className="w-fit cursor-pointer">{texts.libraries}</summary>
          <div className="pt-3">
            <Libraries />
          </div>
        </details>
      </Notice>
    );
  }
  return (
    <Notice title={texts.used}>
      <p>{texts.usedText}</p>
      {mayEdit && (
        <AdminForm
          {...clientForms.requirePkce.about({ client_id: clientId })}
          label={texts.require}
          className="mt-3 grid justify-items-start gap-3"
        >
          <Button size="small">{texts.require}</Button>
        </AdminForm>
      )}
    </Notice>
  );
}

function Libraries() {
  const texts = clientTexts.pkce;
  return (
    <Table caption={texts.libraries} head={[texts.library, texts.line]}>
      {pkceLibraries.map(({ library, line }) => (
        <tr key={library}>
          <Cell heading>{library}</Cell>
          <Cell>{line === null ? texts.none : <code className="wrap-anywhere">{line}</code>}</Cell>
        </tr>
      ))}
    </Table>
  );
}
