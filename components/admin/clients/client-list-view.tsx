import { applicationKinds } from '#lib/admin/clients/application-kind';
import { clientPath } from '#lib/admin/clients/client-path';
import type { ClientQuery, UsedClientPage } from '#lib/admin/clients/list-clients';
import { unusedDays } from '#lib/clients/usage/unused-since';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { Badge } from '../ui/badge';
import { Button, ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Notice } from '../ui/notice';
import { Cell, Table } from '../ui/table';
import { KindCards } from './kind-cards';

type ClientListViewProps = {
  readonly asked: ClientQuery;
  readonly page: UsedClientPage;
  /** Addresses of other pages of the list; null where there is none. */
  readonly next: string | null;
  readonly start: string | null;
  readonly deleted: boolean;
  readonly canEdit: boolean;
};

/** The clients with their search. */
export function ClientListView({ asked, page, next, start, deleted, canEdit }: ClientListViewProps) {
  const texts = adminTexts.clients;
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          canEdit && (
            <>
              <ButtonLink href="/admin/clients/import">{texts.json.import}</ButtonLink>
              <ButtonLink href="/admin/clients/new" variant="primary">
                {texts.create}
              </ButtonLink>
            </>
          )
        }
      />
      {deleted && <Notice tone="good" role="status" title={texts.list.deleted} />}
      {page.isEmpty ? (
        <EmptyState title={texts.list.empty} text={texts.list.emptyText}>
          {canEdit && <KindCards />}
        </EmptyState>
      ) : (
        <>
          <Filters asked={asked} />
          {page.lines.length === 0 ? (
            <EmptyState title={texts.list.none} text={page.isUseKnown ? texts.list.noneText : texts.list.useUnknown}>
              <ButtonLink href="/admin/clients">{texts.list.clear}</ButtonLink>
            </EmptyState>
          ) : (
            <Lines page={page} />
          )}
        </>
      )}
      {(next ?? start) && (
        <nav className="flex gap-2" aria-label={texts.list.caption}>
          {start && <ButtonLink href={start}>{texts.list.start}</ButtonLink>}
          {next && <ButtonLink href={next}>{texts.list.next}</ButtonLink>}
        </nav>
      )}
    </>
  );
}

const box = 'min-h-9 rounded-lg border border-input bg-card px-2.5 py-1 text-foreground text-sm';

function Filters({ asked }: { readonly asked: ClientQuery }) {
  const { list, kinds } = adminTexts.clients;
  return (
    <form method="get" action="/admin/clients" className="flex flex-wrap items-end gap-3">
      <label className="grid min-w-0 flex-1 basis-64 gap-1 text-muted-foreground text-xs">
        {list.search}
        <input
          type="search"
          name="q"
          defaultValue={asked.q ?? ''}
          maxLength={400}
          autoComplete="off"
          spellCheck={false}
          className={box}
        />
      </label>
      <label className="grid gap-1 text-muted-foreground text-xs">
        {list.kind}
        <select name="kind" defaultValue={asked.kind ?? ''} className={box}>
          <option value="">{list.anyKind}</option>
          {applicationKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1 text-muted-foreground text-xs">
        {list.state}
        <select name="state" defaultValue={asked.state ?? ''} className={box}>
          <option value="">{list.anyState}</option>
          <option value="enabled">{list.enabled}</option>
          <option value="disabled">{list.disabled}</option>
        </select>
      </label>
      <label className="grid gap-1 text-muted-foreground text-xs">
        {list.origin}
        <select name="origin" defaultValue={asked.origin ?? ''} className={box}>
          <option value="">{list.anyOrigin}</option>
          <option value="made">{list.made}</option>
          <option value="self">{list.self}</option>
        </select>
      </label>
      <label className="grid gap-1 text-muted-foreground text-xs">
        {list.use}
        <select name="use" defaultValue={asked.use ?? ''} className={box}>
          <option value="">{list.anyUse}</option>
          <option value="unused">{list.unused(unusedDays)}</option>
        </select>
      </label>
      <Button>{list.apply}</Button>
      {(asked.q ?? asked.kind ?? asked.state ?? asked.origin ?? asked.use) && (
        <ButtonLink href="/admin/clients" variant="quiet">
          {list.clear}
        </ButtonLink>
      )}
    </form>
  );
}

function Lines({ page }: { readonly page: UsedClientPage }) {
  const { list } = adminTexts.clients;
  const { name, id, kind, lastUsed, secrets, state } = list.columns;
  return (
    <div className="grid gap-2">
      <Table caption={list.caption} head={[name, id, kind, lastUsed, secrets, state]}>
        {page.lines.map((line) => (
          <Line key={line.clientId} line={line} />
        ))}
      </Table>
      <p className="text-muted-foreground text-sm">
        {list.range(page.first, page.first + page.lines.length - 1, page.total)}
      </p>
    </div>
  );
}

const tones = { none: 'neutral', valid: 'neutral', expiring: 'warning', expired: 'bad' } as const;

function Line({ line }: { readonly line: UsedClientPage['lines'][number] }) {
  const { list, kinds } = adminTexts.clients;
  return (
    <tr className={line.enabled ? '' : 'text-muted-foreground'}>
      <Cell heading className="min-w-40 max-w-80 break-words">
        <a href={clientPath(line.clientId)} className="underline underline-offset-4">
          {line.name}
        </a>
        {line.foundUri && (
          <span className="block break-all pt-0.5 font-normal text-muted-foreground text-xs">
            {list.found(line.foundUri)}
          </span>
        )}
      </Cell>
      <Cell className="max-w-72 break-all font-mono text-xs">{line.clientId}</Cell>
      <Cell className="whitespace-nowrap">
        {kinds[line.kind]} {line.selfRegistered && <Badge tone="warning">{list.self}</Badge>}
      </Cell>
      <Cell>
        {line.lastUsedAt === null ? (
          <span className="text-muted-foreground">{list.notUsed}</span>
        ) : (
          <Moment at={line.lastUsedAt} />
        )}
      </Cell>
      <Cell>
        {line.secrets === 'none' ? (
          <span className="text-muted-foreground">{list.secrets.none}</span>
        ) : (
          <Badge tone={tones[line.secrets]}>{list.secrets[line.secrets]}</Badge>
        )}
      </Cell>
      <Cell>
        <Badge tone={line.enabled ? 'good' : 'neutral'}>{line.enabled ? list.enabled : list.disabled}</Badge>
      </Cell>
    </tr>
  );
}
