import { Badge } from '#components/ui/badge';
import { Facts } from '#components/ui/facts';
import { Panel } from '#components/ui/panel';
import { differences } from '#lib/admin/audit/differences';
import type { AuditEntry } from '#lib/admin/audit/read-audit';
import { addressWith } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { visibleJson } from '#lib/i18n/display-text';
import { Name } from '../../ui/name';
import { DifferenceTable } from '../difference-table';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { actorOf, sentenceOf } from './audit-table';

/** One event with everything that is known of it. */
export function EventView({ entry }: { readonly entry: AuditEntry }) {
  const texts = adminTexts.audit;
  const { columns } = texts;
  const { before, after, reason, revision } = entry.details;
  const changed = differences(before, after);
  const outcome = entry.outcome === 'failure' ? 'failure' : 'success';
  return (
    <>
      <PageHeader
        title={sentenceOf(entry.type)}
        parent={{ label: texts.title, href: '/admin/audit' }}
        badges={<Badge tone={outcome === 'failure' ? 'bad' : 'good'}>{texts.outcomes[outcome]}</Badge>}
      />
      <Panel title={texts.event.facts}>
        <Facts
          facts={[
            [texts.event.name, <code key="name">{entry.type}</code>],
            [texts.event.time, <Moment key="time" full at={entry.at} />],
            [columns.actor, actorOf(entry)],
            [columns.target, entry.targetId && named(entry.targetName, entry.targetId)],
            [columns.client, entry.clientId && named(entry.clientName, entry.clientId)],
            [columns.address, entry.address],
            [texts.event.request, entry.requestId && <code key="request">{entry.requestId}</code>],
            [texts.event.reason, typeof reason === 'string' ? reason : null],
            [
              texts.event.revision,
              typeof revision === 'number' ? (
                <a key="revision" className="underline underline-offset-4" href={`/admin/history/${revision}`}>
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
      <Pivots entry={entry} />
      <details className="rounded-lg border border-border bg-card px-5 py-4">
        <summary className="font-semibold">{texts.event.raw}</summary>
        <pre className="mt-3 overflow-x-auto text-xs" dir="ltr">
          {visibleJson(entry, 2)}
        </pre>
      </details>
    </>
  );
}

function named(name: string | null, id: string) {
  if (name === null || name === id) return id;
  return (
    <>
      <Name>{name}</Name> (<bdi>{id}</bdi>)
    </>
  );
}

/** Other events with the same value. */
function Pivots({ entry }: { readonly entry: AuditEntry }) {
  const texts = adminTexts.audit.event;
  const pivots = [
    [texts.sameActor, 'actor', entry.actorId],
    [texts.sameTarget, 'target', entry.targetId],
    [texts.sameAddress, 'address', entry.address],
    [texts.sameRequest, 'request', entry.requestId],
  ] as const;
  return (
    <Panel title={texts.around}>
      <ul className="grid gap-2 text-sm">
        {pivots.map(([label, name, value]) =>
          value === null ? null : (
            <li key={name}>
              <a
                className="underline underline-offset-4"
                href={addressWith('/admin/audit', {}, { range: 'all', [name]: value })}
              >
                {label}
              </a>
            </li>
          ),
        )}
      </ul>
    </Panel>
  );
}
