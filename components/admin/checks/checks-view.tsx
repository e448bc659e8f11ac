import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { Cell, Table } from '#components/ui/table';
import type { Check } from '#lib/admin/checks/check';
import { severities } from '#lib/admin/checks/checked';
import { isFixable } from '#lib/admin/checks/plan-fix';
import { type CheckGroup, checkPageSize, countChecks } from '#lib/admin/checks/read-checks';
import { keyOfCheck } from '#lib/admin/checks/split-dismissed';
import { addressWith } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';
import { CheckedObject, nameOfObject } from './checked-object';
import { SeverityBadge } from './severity-badge';

/** The number of findings of a rule on the page of all rules. */
const shown = 5;

type ChecksViewProps = {
  readonly groups: readonly CheckGroup[];
  /** How many findings were dismissed. */
  readonly dismissed: number;
  readonly mayEdit: boolean;
};

/** All findings of the checks, by rule. */
export function ChecksView({ groups, dismissed, mayEdit }: ChecksViewProps) {
  const texts = adminTexts.checks;
  const counts = countChecks(groups.flatMap(({ checks }) => checks));
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        badges={severities
          .filter((severity) => counts[severity] > 0)
          .map((severity) => <SeverityBadge key={severity} severity={severity} count={counts[severity]} />)}
        actions={
          dismissed > 0 && <ButtonLink href="/admin/checks/dismissed">{texts.dismissed.link(dismissed)}</ButtonLink>
        }
      />
      {groups.length === 0 && <EmptyState title={texts.fine} text={texts.fineText} />}
      {groups.map((group) => (
        <section key={group.rule} className="grid gap-3" aria-labelledby={group.rule}>
          <Heading group={group} mayEdit={mayEdit} />
          <Places group={group} checks={group.checks.slice(0, shown)} mayEdit={mayEdit} />
          {group.checks.length > shown && (
            <ButtonLink href={addressWith('/admin/checks', {}, { rule: group.rule })} variant="quiet" className="w-fit">
              {texts.showAll(group.checks.length)}
            </ButtonLink>
          )}
        </section>
      ))}
      <p className="text-muted-foreground text-sm">{texts.commandLine}</p>
    </>
  );
}

type GroupViewProps = { readonly group: CheckGroup; readonly page: number; readonly mayEdit: boolean };

/** The findings of one rule, in pages. */
export function CheckGroupView({ group, page, mayEdit }: GroupViewProps) {
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
        actions={mayEdit && <GroupActions group={group} />}
      />
      <Places group={group} checks={group.checks.slice(start, start + checkPageSize)} mayEdit={mayEdit} />
      <nav className="flex gap-2" aria-label={title}>
        {page > 1 && <ButtonLink href={address(null)}>{texts.newest}</ButtonLink>}
        {group.checks.length > start + checkPageSize && <ButtonLink href={address(page + 1)}>{texts.older}</ButtonLink>}
      </nav>
    </>
  );
}

type GroupProps = { readonly group: CheckGroup; readonly mayEdit: boolean };

function Heading({ group, mayEdit }: GroupProps) {
  const [title, text] = adminTexts.checks.rules[group.rule];
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h2 id={group.rule} className="font-semibold">
            {title}
          </h2>
          <SeverityBadge severity={group.severity} />
        </div>
        <p className="max-w-prose text-muted-foreground text-sm">{text}</p>
      </div>
      {mayEdit && <GroupActions group={group} />}
    </div>
  );
}

/** The actions on several findings of a rule. */
function GroupActions({ group: { rule, checks } }: { readonly group: CheckGroup }) {
  const texts = adminTexts.checks;
  if (checks.length < 2) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {isFixable(rule) && (
        <ButtonLink href={addressWith('/admin/checks/fix', {}, { rule })} size="small">
          {texts.fixAll.link(checks.length)}
        </ButtonLink>
      )}
      <ButtonLink href={addressWith('/admin/checks/dismiss', {}, { rule })} size="small" variant="quiet">
        {texts.dismiss.linkAll(checks.length)}
      </ButtonLink>
    </div>
  );
}

function Places({ group, checks, mayEdit }: GroupProps & { readonly checks: readonly Check[] }) {
  const texts = adminTexts.checks;
  const { object, detail, actions } = texts.columns;
  const hasDetail = group.checks.some((check) => check.detail !== null);
  const [title] = texts.rules[group.rule];
  return (
    <Table caption={texts.caption(title)} head={hasDetail ? [object, detail, actions] : [object, actions]}>
      {checks.map((check, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two secrets may have expired on the same day
        <tr key={`${keyOfCheck(check)} ${index}`}>
          <Cell heading className="break-words">
            <CheckedObject object={check.object} />
          </Cell>
          {hasDetail && <Cell className="min-w-28 wrap-anywhere">{check.detail}</Cell>}
          <Cell>
            <span className="flex flex-wrap gap-x-4 gap-y-1">
              <a href={check.href} className="break-all underline underline-offset-4">
                {texts.fix(nameOfObject(check.object))}
              </a>
              {mayEdit && <Dismiss check={check} title={title} />}
            </span>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function Dismiss({ check, title }: { readonly check: Check; readonly title: string }) {
  const { link, label } = adminTexts.checks.dismiss;
  return (
    <a
      href={addressWith('/admin/checks/dismiss', {}, { rule: check.rule, key: keyOfCheck(check) })}
      aria-label={label(title, nameOfObject(check.object))}
      className="text-muted-foreground underline underline-offset-4"
    >
      {link}
    </a>
  );
}
