import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import type { AuditEntry, AuditQuery } from '#lib/admin/audit/read-audit';
import type { ListPage } from '#lib/admin/list/list-page';
import type { ListAddress } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ListTotal } from '../list/list-total';
import { ListView } from '../list/list-view';
import { PageHeader } from '../page-header';
import { auditFilters } from './audit-filters';
import { auditColumns } from './audit-table';

type AuditViewProps = {
  readonly address: ListAddress;
  readonly asked: AuditQuery;
  readonly page: ListPage<AuditEntry>;
  readonly csrf: string;
  /** A reference that was looked for among the requests, when it is one of a refused request. */
  readonly reference: string | null;
};

/** The audit log with its filters. */
export function AuditView({ address, asked, page, csrf, reference }: AuditViewProps) {
  return (
    <>
      <PageHeader
        title={texts.title}
        badges={<ListTotal {...page} />}
        description={texts.description}
        actions={<Download asked={asked} csrf={csrf} />}
      />
      {reference && (
        <Notice title={texts.isReference}>
          <a href={`/admin/debug/requests/${reference}`} className="underline underline-offset-4">
            {texts.openReference(reference)}
          </a>
        </Notice>
      )}
      <ListView
        address={address}
        texts={texts}
        page={page}
        filters={auditFilters(asked)}
        columns={auditColumns}
        keyOf={({ id }) => id}
      />
    </>
  );
}

const texts = adminTexts.audit;

/** The events of this filter as a file. A form, because taking them along is recorded. */
function Download({ asked, csrf }: Pick<AuditViewProps, 'asked' | 'csrf'>) {
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
