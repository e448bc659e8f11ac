import { EventSentence } from '#components/admin/audit-table';
import { Moment } from '#components/admin/moment';
import { timeView } from '#components/admin/page-facts';
import { ButtonLink } from '#components/ui/button';
import { Icon, type IconName } from '#components/ui/icon';
import { Panel } from '#components/ui/panel';
import { TabsNav } from '#components/ui/tabs-nav';
import { Name } from '#components/ui/text';
import { formatDay } from '#lib/i18n/admin/format';
import { eventPath, eventsPath } from '../../audit/feature';
import type { AuditEntry } from '../../audit/read';
import { clientPath } from '../../entries/entry-path';
import { addressWith } from '../../query';
import { userPath } from '../feature';
import type { UserFacts } from '../read';
import { texts } from '../texts';
import { type Timeline as Shown, timelineFilters } from '../timeline';
import { nameOf } from './header';

const { timeline: words } = texts;

type TimelineProps = {
  readonly user: Pick<UserFacts, 'sub' | 'username' | 'claims'>;
  readonly timeline: Shown;
};

/** What happened to an account, by day. */
export function Timeline({ user, timeline: { filter, events, earlier } }: TimelineProps) {
  const { sub } = user;
  const path = userPath(sub);
  const { zone } = timeView();
  const days = new Map<string, AuditEntry[]>();
  for (const event of events) {
    const day = formatDay(event.at, zone);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return (
    <Panel title={words.title} id="timeline" className="self-start">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <TabsNav
          label={words.title}
          tabs={timelineFilters.map((show) => ({
            label: words.filters[show],
            href: `${addressWith(path, {}, { show: show === 'all' ? null : show })}#timeline`,
            current: show === filter,
          }))}
        />
        {events.length === 0 && <p className="text-muted-foreground text-sm">{words.empty}</p>}
        {[...days].map(([day, ofDay]) => (
          <section key={day} className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <h3 className="font-medium text-muted-foreground text-xs">{day}</h3>
            <ol className="grid gap-2.5">
              {ofDay.map((event) => (
                <Line key={event.id} event={calledBy(nameOf(user), sub, event)} />
              ))}
            </ol>
          </section>
        ))}
        <div className="flex flex-wrap gap-2">
          {earlier !== null && (
            <ButtonLink
              href={`${addressWith(path, {}, { show: filter === 'all' ? null : filter, before: earlier })}#timeline`}
              size="small"
            >
              {words.earlier}
            </ButtonLink>
          )}
          <ButtonLink href={eventsPath({ user: sub })} size="small">
            {words.all}
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}

/** An event with the name that heads the page in place of the username. */
function calledBy(name: string, sub: string, event: AuditEntry): AuditEntry {
  const { actorId, actorName, targetId, targetName } = event;
  return {
    ...event,
    actorName: actorId === sub ? name : actorName,
    targetName: targetId === sub ? name : targetName,
  };
}

/** The sentence leads to the event; the application, the address and the note stand below. */
function Line({ event }: { readonly event: AuditEntry }) {
  const { id, at, outcome, clientId, clientName, address, details } = event;
  const isFailure = outcome === 'failure';
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-start gap-x-2.5 text-sm">
      <Icon
        name={iconOf(event)}
        className={`mt-1 size-4 ${isFailure ? 'text-destructive' : 'text-muted-foreground'}`}
      />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <a
          href={eventPath(id)}
          className="inline-block py-0.5 underline-offset-4 hover:underline pointer-coarse:py-1.5"
        >
          <EventSentence entry={{ ...event, clientId: null, clientName: null }} />
        </a>
        <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-xs">
          {clientId !== null && (
            <a href={clientPath(clientId)} className="inline-block py-1 underline underline-offset-2">
              <Name>{clientName ?? clientId}</Name>
            </a>
          )}
          {typeof details.browser === 'string' && <Name>{details.browser}</Name>}
          {address !== null && <code>{address}</code>}
          {typeof details.reason === 'string' && <Name>{details.reason}</Name>}
        </p>
      </div>
      <span className="mt-1 text-muted-foreground text-xs">
        <Moment at={at} />
      </span>
    </li>
  );
}

const icons: Readonly<Record<string, IconName>> = {
  sign_in: 'login',
  session: 'login',
  sign_out: 'login',
  consent: 'window',
  grant: 'window',
  device_code: 'tv',
  password: 'key',
  password_link: 'mail',
  recovery: 'mail',
  email: 'mail',
  factor: 'key',
  identity: 'globe',
  group: 'users-round',
  role: 'scope',
};

function iconOf({ type, outcome }: AuditEntry): IconName {
  return outcome === 'failure' ? 'cross' : (icons[type.split('.')[0] ?? ''] ?? 'settings');
}
