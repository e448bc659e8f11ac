import type { ScopeLine } from '#lib/admin/scopes/list-scopes';
import { scopePath } from '#lib/admin/scopes/scope-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';
import { Badge } from '../ui/badge';
import { ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Notice } from '../ui/notice';
import { Cell, Table } from '../ui/table';

type ScopeListViewProps = {
  readonly identity: readonly ScopeLine[];
  readonly resource: readonly ScopeLine[];
  readonly deleted: boolean;
  readonly canEdit: boolean;
};

/** Both kinds of scopes, one below the other. */
export function ScopeListView({ identity, resource, deleted, canEdit }: ScopeListViewProps) {
  const texts = adminTexts.scopes;
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <ButtonLink href="/admin/scopes/try">{texts.try}</ButtonLink>
            {canEdit && (
              <ButtonLink href="/admin/scopes/new" variant="primary">
                {texts.create}
              </ButtonLink>
            )}
          </>
        }
      />
      {deleted && <Notice tone="good" role="status" title={texts.deleted} />}
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
  const { name, text, claims, secrets, clients, state } = texts.columns;
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
        <Table caption={title} head={[name, text, claims, secrets, clients, state]}>
          {lines.map((line) => (
            <Line key={line.name} line={line} />
          ))}
        </Table>
      )}
    </section>
  );
}

function Line({ line }: { readonly line: ScopeLine }) {
  const texts = adminTexts.scopes;
  return (
    <tr className={line.enabled ? '' : 'text-muted-foreground'}>
      <Cell heading className="max-w-72 break-all">
        <a href={scopePath(line.name)} className="underline underline-offset-4">
          {line.name}
        </a>
      </Cell>
      <Cell className="min-w-40 break-words">
        {line.displayName ?? (line.lacksTexts ? <Badge tone="warning">{texts.noText}</Badge> : texts.builtIn)}
      </Cell>
      <Cell>{line.claims}</Cell>
      <Cell>{adminTexts.clients.list.secrets[line.secrets]}</Cell>
      <Cell>{line.clients === 0 ? <Badge>{texts.unused}</Badge> : line.clients}</Cell>
      <Cell>
        <Badge tone={line.enabled ? 'good' : 'neutral'}>{line.enabled ? texts.enabled : texts.disabled}</Badge>
      </Cell>
    </tr>
  );
}
