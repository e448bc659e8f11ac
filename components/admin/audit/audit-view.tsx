import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import type { AuditEntry } from '#lib/admin/audit/read-audit';
import type { ResolvedAudit, Unclear } from '#lib/admin/audit/resolve-audit';
import type { ListPage } from '#lib/admin/list/list-page';
import { addressWith, type ListAddress } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { ListTotal } from '../list/list-total';
import { ListView } from '../list/list-view';
import { PageHeader } from '../page-header';
import { auditFilters } from './audit-filters';
import { auditColumns } from './audit-table';
import { eventIcons } from './event-links';

type AuditViewProps = ResolvedAudit & {
  readonly address: ListAddress;
  /** Null if the search is ambiguous or unknown. */
  readonly page: ListPage<AuditEntry> | null;
  readonly csrf: string;
};

/** The audit log with its filters. */
export function AuditView({ address, chosen, asked, names, found, unclear, page, csrf }: AuditViewProps) {
  const isUnknown = unclear !== null && unclear.choices.length === 0;
  const listed = page ?? { lines: [], first: 1, total: 0, previous: null, next: null };
  return (
    <>
      <PageHeader
        title={texts.title}
        badges={page && <ListTotal {...page} />}
        description={texts.description}
        actions={page && <Download asked={asked} csrf={csrf} />}
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
        icons={eventIcons}
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

const texts = adminTexts.audit;

/** Downloads the filtered events. It is a form because the download is recorded. */
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
