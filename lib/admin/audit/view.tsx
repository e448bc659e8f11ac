import {
  ActorLink,
  AuditTable,
  auditColumns,
  ClientLink,
  EventSentence,
  eventIcons,
  TargetLink,
  Value,
} from '#components/admin/audit-table';
import { DifferenceTable } from '#components/admin/difference-table';
import { ListTotal } from '#components/admin/list/list-paging';
import { type ListFilter, periodFilter } from '#components/admin/list/list-toolbar';
import { ListView } from '#components/admin/list/list-view';
import { Moment } from '#components/admin/moment';
import { pageForms, timeView } from '#components/admin/page-facts';
import { PageHeader } from '#components/admin/page-header';
import { Badge } from '#components/ui/badge';
import { Button, ButtonLink } from '#components/ui/button';
import { IconShapes } from '#components/ui/icon';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Facts } from '#components/ui/table';
import { Name } from '#components/ui/text';
import { auditEventTypes } from '#lib/audit/event-types';
import { visibleJson } from '#lib/i18n/display-text';
import { differences } from '../differences';
import { revisionPath } from '../history/feature';
import type { AreaPages } from '../kit/view';
import type { ListPage } from '../list/list-page';
import { readPlace } from '../list/list-query';
import { addressOfTyped } from '../local-time';
import { addressWith, type ListAddress, listAddress } from '../query';
import { requestPath } from '../requests/feature';
import { auditPath, eventsPath } from './feature';
import {
  type AuditEntry,
  type AuditQuery,
  auditGroups,
  eventLabel,
  readAuditEvent,
  readAuditPage,
  readAuditQuery,
  readRelatedEvents,
  reasonText,
} from './read';
import { type ResolvedAudit, resolveAudit, type Unclear } from './resolve-audit';
import { texts } from './texts';

export const auditPages: AreaPages = {
  section: 'audit',
  pages: [
    {
      path: 'audit',
      permission: 'read',
      render: async ({ admin, query }) => {
        const moments = addressOfTyped(auditPath, query, timeView().zone);
        if (moments !== null) return { goTo: moments };
        const resolved = await resolveAudit(admin, readAuditQuery(query));
        if ('reference' in resolved) return { goTo: requestPath(resolved.reference) };
        const { unclear, asked } = resolved;
        // The ID of a deleted object is no longer found, but it may still have events.
        const isClear = unclear === null || (unclear.parameter !== 'q' && unclear.choices.length === 0);
        const page = isClear ? await readAuditPage(admin, asked, readPlace(query)) : null;
        const body = <AuditView address={listAddress(auditPath, query)} {...resolved} page={page} />;
        return { title: texts.title, body };
      },
    },
    {
      path: 'audit/[event]',
      permission: 'read',
      render: async ({ admin, names: { event = '' } }) => {
        const entry = await readAuditEvent(admin, event);
        const related = await readRelatedEvents(admin, entry);
        return { title: eventLabel(entry.type), body: <EventView entry={entry} related={related} /> };
      },
    },
  ],
};

type AuditViewProps = ResolvedAudit & {
  readonly address: ListAddress;
  /** Null if the search is ambiguous or unknown. */
  readonly page: ListPage<AuditEntry> | null;
};

/** The audit log with its filters. */
export function AuditView({ address, chosen, asked, names, found, unclear, page }: AuditViewProps) {
  const isUnknown = unclear !== null && unclear.choices.length === 0;
  const listed = page ?? { lines: [], first: 1, total: 0, previous: null, next: null };
  return (
    <>
      <PageHeader
        title={texts.title}
        badges={page && <ListTotal {...page} />}
        description={texts.description}
        actions={page && <Download asked={asked} />}
      />
      {found && (
        <p role="status" className="text-sm">
          {texts.showing[found.parameter](found.name, texts.kinds[found.kind])}
        </p>
      )}
      {unclear && !isUnknown && <Choices address={address} unclear={unclear} />}
      <ListView
        address={address}
        texts={isUnknown ? { ...texts, none: () => texts.unknown(unclear.typed) } : texts}
        page={listed}
        search={{ label: texts.search, value: chosen.q }}
        filters={auditFilters(chosen, names)}
        columns={auditColumns}
        keyOf={({ id }) => id}
        noneText={isUnknown ? texts.unknownText : texts.noneText}
      />
    </>
  );
}

/** The same address for each possible meaning of the search. */
function Choices({ address: { path, query }, unclear }: Pick<AuditViewProps, 'address'> & { unclear: Unclear }) {
  const { parameter: asked, typed, choices } = unclear;
  return (
    <Notice title={texts.several(typed)}>
      <ul className="grid gap-1">
        {choices.map(({ kind, name, detail, parameter, id }) => (
          <li key={`${kind} ${id}`} className="min-w-0 [overflow-wrap:anywhere]">
            <a
              href={addressWith(path, query, { [asked]: null, after: null, before: null, [parameter]: id })}
              className="underline underline-offset-4"
            >
              <Name>{name}</Name>
            </a>{' '}
            <span className="text-muted-foreground">{[texts.kinds[kind], detail].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Downloads the filtered events. It is a form because the download is recorded. */
function Download({ asked }: Pick<AuditViewProps, 'asked'>) {
  const { range, ...others } = asked;
  const isPeriod = asked.from !== null || asked.to !== null;
  const filter = isPeriod ? others : { range, ...others };
  return (
    <form method="post" action="/admin/audit/export/submit" aria-label={texts.exportLabel} className="grid gap-1.5">
      <input type="hidden" name="csrf" value={pageForms().csrf} />
      {Object.entries(filter).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <div className="flex flex-wrap gap-2">
        <Button name="format" value="csv">
          {texts.exportCsv}
        </Button>
        <Button name="format" value="ndjson">
          {texts.exportNdjson}
        </Button>
      </div>
      <p className="max-w-xs text-muted-foreground text-xs">{texts.exportHelp}</p>
    </form>
  );
}

/** The filters of the audit log from its address. Links of the overview set the reason. */
function auditFilters(asked: AuditQuery, names: ResolvedAudit['names']): readonly ListFilter[] {
  const { reason } = asked;
  return [
    periodFilter({
      ...asked,
      label: texts.filters.range,
      fallback: '24h',
      ranges: texts.filters.ranges,
      typed: texts.filters.typedPeriod,
    }),
    { name: 'user', label: texts.filters.user, value: names.user ?? asked.user, pick: 'user' },
    { name: 'actor', label: texts.filters.actor, value: names.actor ?? asked.actor, pick: 'user' },
    { name: 'client', label: texts.filters.client, value: asked.client, pick: 'client', told: names.client },
    {
      name: 'group',
      label: texts.filters.group,
      value: asked.group,
      options: auditGroups.map((group) => [group, texts.filters.groups[group] ?? group] as const),
    },
    {
      name: 'type',
      label: texts.filters.type,
      value: asked.type,
      options: auditEventTypes.map((type) => [type, eventLabel(type)] as const),
    },
    ...(reason === null
      ? []
      : [
          {
            name: 'reason',
            label: texts.filters.reason,
            value: reason,
            options: [[reason, reasonText(reason)]],
          } as const,
        ]),
    { name: 'outcome', label: texts.filters.outcome, value: asked.outcome, options: Object.entries(texts.outcomes) },
    ...(['target', 'provider', 'address', 'request'] as const).map((name) => ({
      name,
      label: texts.filters[name],
      value: asked[name],
    })),
  ];
}

type EventViewProps = {
  readonly entry: AuditEntry;
  /** Events around the same time with the same object, actor, address or request. */
  readonly related: readonly AuditEntry[];
};

/** One event with all its details. */
export function EventView({ entry, related }: EventViewProps) {
  const { columns } = texts;
  const { before, after, reason, revision } = entry.details;
  const changed = differences(before, after);
  const outcome = entry.outcome === 'failure' ? 'failure' : 'success';
  return (
    <>
      <PageHeader
        title={eventLabel(entry.type)}
        parent={{ label: texts.title, href: auditPath }}
        badges={<Badge tone={outcome === 'failure' ? 'bad' : 'good'}>{texts.outcomes[outcome]}</Badge>}
      />
      <p>
        <EventSentence entry={entry} />
      </p>
      <IconShapes names={eventIcons} />
      <Panel title={texts.event.facts}>
        <Facts
          facts={[
            [texts.event.name, <Value key="name" text={entry.type} filter={['type', entry.type]} />],
            [texts.event.time, <Moment key="time" full at={entry.at} />],
            [columns.actor, <ActorLink key="actor" entry={entry} />],
            [columns.target, entry.targetId && <TargetLink key="target" entry={entry} />],
            [columns.client, entry.clientId && <ClientLink key="client" entry={entry} />],
            [
              columns.address,
              entry.address && <Value key="address" text={entry.address} filter={['address', entry.address]} />,
            ],
            [
              texts.event.request,
              entry.requestId && <Value key="request" text={entry.requestId} filter={['request', entry.requestId]} />,
            ],
            [texts.event.reason, typeof reason === 'string' ? reason : null],
            [
              texts.event.revision,
              typeof revision === 'number' ? (
                <a key="revision" className="underline underline-offset-4" href={revisionPath(revision)}>
                  {revision}
                </a>
              ) : null,
            ],
          ]}
        />
      </Panel>
      {changed.length > 0 && (
        <section className="grid gap-2">
          <h2 className="font-semibold">{texts.event.difference}</h2>
          <DifferenceTable caption={texts.event.difference} differences={changed} />
          <p className="text-muted-foreground text-sm">{texts.event.secretChanged}</p>
        </section>
      )}
      <Related entry={entry} related={related} />
      <details className="rounded-lg border border-border bg-card px-5 py-4">
        <summary className="font-semibold">{texts.event.raw}</summary>
        <pre className="mt-3 overflow-x-auto text-xs" dir="ltr">
          {visibleJson(entry, 2)}
        </pre>
      </details>
    </>
  );
}

/** The related events around the same time, and links to all that share a value. */
function Related({ entry, related }: EventViewProps) {
  const pivots = [
    [texts.event.sameActor, 'actor', entry.actorId],
    [texts.event.sameTarget, 'target', entry.targetId],
    [texts.event.sameAddress, 'address', entry.address],
    [texts.event.sameRequest, 'request', entry.requestId],
  ] as const;
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{texts.event.related}</h2>
      {related.length === 0 ? (
        <p className="text-muted-foreground text-sm">{texts.event.noRelated}</p>
      ) : (
        <AuditTable events={related} />
      )}
      <ul className="flex flex-wrap gap-2">
        {pivots.map(([label, name, value]) =>
          value === null ? null : (
            <li key={name}>
              <ButtonLink href={eventsPath({ [name]: value })} size="small">
                {label}
              </ButtonLink>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
