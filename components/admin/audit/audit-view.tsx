import { Button, ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { Notice } from '#components/ui/notice';
import { type AuditEntry, type AuditQuery, countedEvents } from '#lib/admin/audit/read-audit';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ListTotal } from '../list-total';
import { PageHeader } from '../page-header';
import { AuditFilters } from './audit-filters';
import { AuditTable } from './audit-table';

type AuditViewProps = {
  readonly asked: AuditQuery;
  readonly events: readonly AuditEntry[];
  /** How many there are in the period of the address; null where it names none. */
  readonly total: number | null;
  /** Addresses of other pages of the list; null where there is none. */
  readonly older: string | null;
  readonly newest: string | null;
  readonly csrf: string;
  /** A reference that was looked for among the requests, when it is one of a refused request. */
  readonly reference: string | null;
};

/** The audit log with its filters. */
export function AuditView({ asked, events, total, older, newest, csrf, reference }: AuditViewProps) {
  const texts = adminTexts.audit;
  return (
    <>
      <PageHeader
        title={texts.title}
        badges={<ListTotal total={total} limit={countedEvents} />}
        description={texts.description}
        actions={<Download asked={asked} csrf={csrf} />}
      />
      <AuditFilters asked={asked} />
      {reference && (
        <Notice title={texts.isReference}>
          <a href={`/admin/debug/requests/${reference}`} className="underline underline-offset-4">
            {texts.openReference(reference)}
          </a>
        </Notice>
      )}
      {events.length === 0 ? <EmptyState title={texts.empty} text={texts.emptyText} /> : <AuditTable events={events} />}
      {(older ?? newest) && (
        <nav className="flex gap-2" aria-label={texts.caption}>
          {newest && <ButtonLink href={newest}>{texts.newest}</ButtonLink>}
          {older && <ButtonLink href={older}>{texts.older}</ButtonLink>}
        </nav>
      )}
    </>
  );
}

/** The events of this filter as a file. A form, because taking them along is recorded. */
function Download({ asked, csrf }: Pick<AuditViewProps, 'asked' | 'csrf'>) {
  const texts = adminTexts.audit;
  const { range, ...others } = asked;
  const isPeriod = asked.from !== null || asked.to !== null;
  const filter = isPeriod ? others : { range, ...others };
  return (
    <form method="post" action="/admin/audit/export/submit" aria-label={texts.exportLabel} className="grid gap-1.5">
      <input type="hidden" name="csrf" value={csrf} />
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
