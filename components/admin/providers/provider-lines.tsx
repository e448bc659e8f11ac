import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AdminAction } from '#lib/admin/action-state';
import type { ProviderLine } from '#lib/admin/providers/list-providers';
import { providerPath } from '#lib/admin/providers/provider-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { Moment } from '../moment';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Cell, Table } from '../ui/table';
import { LastFailure } from './last-failure';

type LinesProps = {
  readonly lines: readonly ProviderLine[];
  readonly canMove: boolean;
  readonly move: AdminAction;
  readonly csrf: string;
};

const domainsShown = 3;

/** One provider a row. */
export function ProviderLines({ lines, canMove, move, csrf }: LinesProps) {
  const { caption, columns } = adminTexts.providers.list;
  const { name, type, domains, people, last, day, state, order } = columns;
  return (
    <Table caption={caption} head={[name, type, domains, people, last, day, state, ...(canMove ? [order] : [])]}>
      {lines.map((line, index) => (
        <Line key={line.name} line={line}>
          {canMove && (
            <Cell>
              <div className="flex">
                {index > 0 && <Move line={line} direction="up" action={move} csrf={csrf} />}
                {index < lines.length - 1 && <Move line={line} direction="down" action={move} csrf={csrf} />}
              </div>
            </Cell>
          )}
        </Line>
      ))}
    </Table>
  );
}

function Line({ line, children }: { readonly line: ProviderLine; readonly children: ReactNode }) {
  const texts = adminTexts.providers;
  const more = line.domains.length - domainsShown;
  return (
    <tr className={line.enabled ? '' : 'text-muted-foreground'}>
      <Cell heading className="min-w-40 max-w-80 break-words">
        <a href={providerPath(line.name)} className="underline underline-offset-4">
          {line.displayName}
        </a>
        <span className="block break-all pt-0.5 font-mono font-normal text-muted-foreground text-xs">{line.name}</span>
      </Cell>
      <Cell className="whitespace-nowrap">{texts.types[line.type]}</Cell>
      <Cell className="min-w-40">
        {line.domains.length === 0 && <span className="text-muted-foreground">{texts.list.noDomain}</span>}
        {line.domains.slice(0, domainsShown).map((domain) => (
          <span key={domain} className="block break-all">
            {domain}
          </span>
        ))}
        {more > 0 && <span className="text-muted-foreground">{texts.list.moreDomains(more)}</span>}
      </Cell>
      <Cell className="tabular-nums">{line.people}</Cell>
      <Cell>{line.lastSignIn === null ? adminTexts.shell.never : <Moment at={line.lastSignIn} />}</Cell>
      <Cell className="min-w-64 tabular-nums">
        {texts.usage.day(line.health.succeeded, line.health.failed)}
        {line.health.lastFailure && (
          <span className="block max-w-80 break-words text-muted-foreground text-xs">
            {texts.usage.lastFailure} <LastFailure failure={line.health.lastFailure} />
          </span>
        )}
      </Cell>
      <Cell>
        <Badge tone={line.enabled ? 'good' : 'neutral'}>{line.enabled ? texts.enabled : texts.disabled}</Badge>
      </Cell>
      {children}
    </tr>
  );
}

type MoveProps = {
  readonly line: ProviderLine;
  readonly direction: 'up' | 'down';
  readonly action: AdminAction;
  readonly csrf: string;
};

function Move({ line, direction, action, csrf }: MoveProps) {
  const label = adminTexts.providers.list[direction](line.displayName);
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown;
  return (
    <ActionForm action={action} csrf={csrf} hidden={{ name: line.name, direction }} label={label} className="grid">
      <Button variant="quiet" size="small" aria-label={label} title={label} className="px-2">
        <Arrow aria-hidden="true" className="size-4" />
      </Button>
    </ActionForm>
  );
}
