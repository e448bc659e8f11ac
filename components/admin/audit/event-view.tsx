import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Facts } from '#components/ui/facts';
import { IconShapes } from '#components/ui/icon';
import { Panel } from '#components/ui/panel';
import { auditPath, eventsPath } from '#lib/admin/audit/audit-path';
import { differences } from '#lib/admin/audit/differences';
import type { AuditEntry } from '#lib/admin/audit/read-audit';
import { eventLabel } from '#lib/admin/audit/tell-event';
import { revisionPath } from '#lib/admin/history/history-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { visibleJson } from '#lib/i18n/display-text';
import { DifferenceTable } from '../difference-table';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { AuditTable } from './audit-table';
import { ActorLink, ClientLink, EventSentence, eventIcons, TargetLink, Value } from './event-links';

type EventViewProps = {
  readonly entry: AuditEntry;
  /** Events around the same time with the same object, actor, address or request. */
  readonly related: readonly AuditEntry[];
};

/** One event with all its details. */
export function EventView({ entry, related }: EventViewProps) {
  const texts = adminTexts.audit;
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
      {related.length === 0 && <IconShapes names={eventIcons} />}
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
  const texts = adminTexts.audit.event;
  const pivots = [
    [texts.sameActor, 'actor', entry.actorId],
    [texts.sameTarget, 'target', entry.targetId],
    [texts.sameAddress, 'address', entry.address],
    [texts.sameRequest, 'request', entry.requestId],
  ] as const;
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{texts.related}</h2>
      {related.length === 0 ? (
        <p className="text-muted-foreground text-sm">{texts.noRelated}</p>
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
