import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { Cell, Table } from '#components/ui/table';
import type { Check } from '#lib/admin/checks/check';
import { type CheckGroup, checkPageSize } from '#lib/admin/checks/read-checks';
import { addressWith } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { PageHeader } from '../page-header';
import { SeverityBadge } from './severity-badge';

/** So many of one rule stand on the page of all rules. */
const shown = 5;

/** Everything the checks found, rule by rule. */
export function ChecksView({ groups }: { readonly groups: readonly CheckGroup[] }) {
  const texts = adminTexts.checks;
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <p className="text-muted-foreground text-sm">{texts.commandLine}</p>
      {groups.length === 0 && <EmptyState title={texts.fine} text={texts.fineText} />}
      {groups.map((group) => (
        <section key={group.rule} className="grid gap-3" aria-labelledby={group.rule}>
          <Heading group={group} />
          <Places group={group} checks={group.checks.slice(0, shown)} />
          {group.checks.length > shown && (
            <ButtonLink href={addressWith('/admin/checks', {}, { rule: group.rule })} variant="quiet" className="w-fit">
              {texts.showAll(group.checks.length)}
            </ButtonLink>
          )}
        </section>
      ))}
    </>
  );
}

/** What one rule found, page by page. */
export function CheckGroupView({ group, page }: { readonly group: CheckGroup; readonly page: number }) {
  const texts = adminTexts.checks;
  const [title, text] = texts.rules[group.rule];
  const start = (page - 1) * checkPageSize;
  const address = (next: number | null) =>
    addressWith('/admin/checks', {}, { rule: group.rule, page: next === null ? null : String(next) });
  return (
    <>
      <PageHeader
        title={title}
        description={text}
        parent={{ label: texts.all, href: '/admin/checks' }}
        badges={<SeverityBadge severity={group.severity} />}
      />
      <Places group={group} checks={group.checks.slice(start, start + checkPageSize)} />
      <nav className="flex gap-2" aria-label={title}>
        {page > 1 && <ButtonLink href={address(null)}>{texts.newest}</ButtonLink>}
        {group.checks.length > start + checkPageSize && <ButtonLink href={address(page + 1)}>{texts.older}</ButtonLink>}
      </nav>
    </>
  );
}

function Heading({ group }: { readonly group: CheckGroup }) {
  const [title, text] = adminTexts.checks.rules[group.rule];
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={group.rule} className="font-semibold">
          {title}
        </h2>
        <SeverityBadge severity={group.severity} />
      </div>
      <p className="max-w-prose text-muted-foreground text-sm">{text}</p>
    </div>
  );
}

function Places({ group, checks }: { readonly group: CheckGroup; readonly checks: readonly Check[] }) {
  const texts = adminTexts.checks;
  const { object: where, detail: what, fix } = texts.columns;
  const hasDetail = group.checks.some(({ detail }) => detail !== null);
  const [title] = texts.rules[group.rule];
  return (
    <Table caption={texts.caption(title)} head={hasDetail ? [where, what, fix] : [where, fix]}>
      {checks.map(({ object, detail, href }) => (
        <tr key={`${object.id} ${detail}`}>
          <Cell heading className="break-words">
            <Name>{object.name ?? object.id}</Name>{' '}
            <span className="font-normal text-muted-foreground text-xs">
              {texts.objects[object.kind]}
              {object.name !== null && object.name !== object.id && ` ${object.id}`}
            </span>
          </Cell>
          {hasDetail && <Cell className="break-all">{detail}</Cell>}
          <Cell>
            <a href={href} className="underline underline-offset-4" aria-label={`${texts.open}: ${object.id}`}>
              {texts.open}
            </a>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
