import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { Name } from '#components/ui/name';
import { scopePath } from '#lib/admin/entries/entry-path';
import type { ScopeLine } from '#lib/admin/scopes/list-scopes';
import { adminTexts } from '#lib/i18n/admin/texts';
import { type Column, EntryTable, stateColumn } from '../entries/entry-table';
import { PageHeader } from '../page-header';

type ScopeListViewProps = {
  readonly identity: readonly ScopeLine[];
  readonly resource: readonly ScopeLine[];
  readonly canEdit: boolean;
};

/** Both kinds of scopes, one below the other. */
export function ScopeListView({ identity, resource, canEdit }: ScopeListViewProps) {
  const texts = adminTexts.scopes;
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <ButtonLink href="/admin/debug/tokens">{texts.try}</ButtonLink>
            {canEdit && (
              <ButtonLink href="/admin/scopes/new" variant="primary">
                {texts.create}
              </ButtonLink>
            )}
          </>
        }
      />
      <Lines title={texts.resource} help={texts.resourceHelp} lines={resource} canEdit={canEdit} />
      <Lines title={texts.identity} help={texts.identityHelp} lines={identity} canEdit={canEdit} />
    </>
  );
}

type LinesProps = {
  readonly title: string;
  readonly help: string;
  readonly lines: readonly ScopeLine[];
  readonly canEdit: boolean;
};

function Lines({ title, help, lines, canEdit }: LinesProps) {
  const texts = adminTexts.scopes;
  return (
    <section className="grid min-w-0 gap-3">
      <div className="grid gap-1">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-muted-foreground text-sm">{help}</p>
      </div>
      {lines.length === 0 ? (
        <EmptyState title={texts.none} text={texts.noneText}>
          {canEdit && <ButtonLink href="/admin/scopes/new">{texts.create}</ButtonLink>}
        </EmptyState>
      ) : (
        <EntryTable caption={title} columns={columns} lines={lines} keyOf={({ name }) => name} />
      )}
    </section>
  );
}

const { columns: labels, noText, builtIn, unused } = adminTexts.scopes;

const columns: readonly Column<ScopeLine>[] = [
  {
    label: labels.name,
    className: 'max-w-72 break-all',
    cell: ({ name }) => (
      <a href={scopePath(name)} className="underline underline-offset-4">
        {name}
      </a>
    ),
  },
  {
    label: labels.text,
    className: 'min-w-40 break-words',
    cell: ({ displayName, lacksTexts }) => {
      if (displayName !== null) return <Name>{displayName}</Name>;
      return lacksTexts ? <Badge tone="warning">{noText}</Badge> : builtIn;
    },
  },
  { label: labels.claims, cell: ({ claims }) => claims },
  { label: labels.secrets, cell: ({ secrets }) => adminTexts.clients.list.secrets[secrets] },
  { label: labels.clients, cell: ({ clients }) => (clients === 0 ? <Badge>{unused}</Badge> : clients) },
  stateColumn,
];
