import { cache, type ReactNode } from 'react';
import { SeverityBadge } from '#components/admin/entries/detail-header';
import { Absent } from '#components/admin/list/list-table';
import { PageHeader } from '#components/admin/page-header';
import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import { adminTexts } from '#lib/i18n/admin/texts';
import { canEdit } from '../access/permission';
import type { AreaPages } from '../kit/view';
import { addressWith, numberOf, textOf } from '../query';
import { checkActions, findOpen, readFindings } from './actions';
import type { Check } from './check';
import { severities } from './checked';
import { keyOfCheck, openChecks, splitChecks } from './current-checks';
import { linesToSet } from './installation-rules';
import { isFixable, planFix } from './plan-fix';
import { type CheckGroup, checkPageSize, countChecks, groupChecks } from './read';
import { texts } from './texts';
import {
  CheckedObject,
  DismissChecksView,
  DismissedChecksView,
  FixChecksView,
  nameOfObject,
} from './views/dismiss-and-fix';

/** The open checks, read once for a page and its frame. */
export const openChecksOfPage = cache(openChecks);

export const checkPages: AreaPages = {
  section: 'checks',
  actions: checkActions,
  pages: [
    {
      path: 'checks',
      permission: 'read',
      render: async ({ admin, query }) => {
        const { open, dismissed } = await splitChecks(admin);
        const groups = groupChecks(open);
        const reader = { me: admin.principal.sub, mayEdit: canEdit(admin) };
        const wanted = groups.find(({ rule }) => rule === query.rule);
        const body =
          wanted === undefined ? (
            <ChecksView groups={groups} dismissed={dismissed.length} {...reader} />
          ) : (
            <CheckGroupView group={wanted} page={numberOf(query, 'page') ?? 1} {...reader} />
          );
        return { title: wanted === undefined ? texts.title : texts.rules[wanted.rule][0], body };
      },
    },
    {
      path: 'checks/dismiss',
      permission: 'edit',
      render: async ({ admin, query }) => {
        const findings = readFindings(query);
        const { checks } = await findOpen(admin, findings);
        const [finding = ''] = checks[0] === undefined ? [] : texts.rules[checks[0].rule];
        const body = <DismissChecksView findings={findings} checks={checks} now={admin.now} />;
        return { title: texts.dismiss.title(finding), body };
      },
    },
    {
      path: 'checks/dismissed',
      permission: 'read',
      render: async ({ admin }) => {
        const { dismissed } = await splitChecks(admin);
        const body = <DismissedChecksView dismissed={dismissed} mayRestore={canEdit(admin)} />;
        return { title: texts.dismissed.title, body };
      },
    },
    {
      path: 'checks/fix',
      permission: 'edit',
      render: async ({ admin, query }) => {
        const plan = await planFix(admin, textOf(query, 'rule') ?? '');
        const title = texts.fixAll.title(texts.rules[plan.rule][0], plan.changes.length);
        return { title, body: <FixChecksView plan={plan} /> };
      },
    },
  ],
};

/** The number of findings of a rule on the page of all rules. */
const shown = 5;

/** Who reads the page. */
type Reader = { readonly me: string | null; readonly mayEdit: boolean };

type ChecksViewProps = {
  readonly groups: readonly CheckGroup[];
  /** How many findings were dismissed. */
  readonly dismissed: number;
} & Reader;

/** All findings of the checks, by rule. */
function ChecksView({ groups, dismissed, ...reader }: ChecksViewProps) {
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
          <Heading group={group} mayEdit={reader.mayEdit} />
          <Places {...reader} group={group} checks={group.checks.slice(0, shown)} />
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

type GroupViewProps = Reader & { readonly group: CheckGroup; readonly page: number };

/** The findings of one rule, in pages. */
function CheckGroupView({ group, page, ...reader }: GroupViewProps) {
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
        actions={reader.mayEdit && <GroupActions group={group} />}
      />
      <Places {...reader} group={group} checks={group.checks.slice(start, start + checkPageSize)} />
      <nav className="flex gap-2" aria-label={title}>
        {page > 1 && <ButtonLink href={address(null)}>{texts.newest}</ButtonLink>}
        {group.checks.length > start + checkPageSize && <ButtonLink href={address(page + 1)}>{texts.older}</ButtonLink>}
      </nav>
    </>
  );
}

type GroupProps = { readonly group: CheckGroup; readonly mayEdit: boolean };

function Heading({ group, mayEdit }: GroupProps) {
  const [title, text] = texts.rules[group.rule];
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

function Places({ group, checks, me, mayEdit }: Reader & GroupProps & { readonly checks: readonly Check[] }) {
  const { object, detail, actions } = texts.columns;
  const [title] = texts.rules[group.rule];
  return (
    <Table
      caption={texts.caption(title)}
      head={[{ label: object, className: 'w-2/5' }, { label: detail, className: 'w-2/5' }, actions]}
    >
      {checks.map((check, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two secrets may have expired on the same day
        <tr key={`${keyOfCheck(check)} ${index}`}>
          <Cell heading className="break-words">
            <CheckedObject object={check.object} />
          </Cell>
          <Cell className="wrap-anywhere">
            {check.detail ?? lineToSet(check) ?? <Absent text={adminTexts.shell.list.nothing} />}
          </Cell>
          <Cell>
            <span className="flex flex-wrap gap-x-4 gap-y-1">
              {lineToSet(check) === null && (
                <a
                  href={check.object.kind === 'user' && check.object.id === me ? '/account/security' : check.href}
                  aria-label={texts.fixLabel(nameOfObject(check.object))}
                  className="underline underline-offset-4"
                >
                  {texts.fix}
                </a>
              )}
              {mayEdit && <Dismiss check={check} title={title} />}
            </span>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** What has to be set before the server starts. Nothing in the administration can repair it. */
function lineToSet({ object: { kind, id } }: Check): ReactNode {
  const line = kind === 'installation' && Object.hasOwn(linesToSet, id) ? linesToSet[id] : undefined;
  return line === undefined ? null : <code>{line}</code>;
}

function Dismiss({ check, title }: { readonly check: Check; readonly title: string }) {
  const { link, label } = texts.dismiss;
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
