import { cache, type ReactNode } from 'react';
import { SeverityBadge } from '#components/admin/entries/detail-header';
import { AdminForm } from '#components/admin/form/admin-form';
import { TextField } from '#components/admin/form/field';
import { ReasonField, SubmitButton, SubmitOrCancel } from '#components/admin/form/form-end';
import { Absent } from '#components/admin/list/list-table';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { RevisionChanges } from '#components/admin/revision-changes';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { EmptyState, Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import { Name } from '#components/ui/text';
import { adminTexts } from '#lib/i18n/admin/texts';
import { flatPortalSettings } from '#lib/tenants/portal-settings';
import { dayMs } from '#lib/vocabulary/time';
import { canEdit } from '../access/permission';
import { textsOf } from '../entries/setting-fields';
import type { AreaPages } from '../kit/view';
import { addressWith, numberOf, textOf } from '../query';
import { checkActions, type Findings, findOpen, proofOfFix, readFindings } from './actions';
import type { Check } from './check';
import { severities } from './checked';
import { type DismissedCheck, keyOfCheck, openChecks, splitChecks } from './current-checks';
import { linesToSet } from './installation-rules';
import { type FixPlan, isFixable, planFix } from './plan-fix';
import { type CheckGroup, checkPageSize, countChecks, groupChecks } from './read';
import { texts } from './texts';

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

type DismissChecksViewProps = {
  readonly findings: Findings;
  /** At least one, all of the same rule. */
  readonly checks: readonly Check[];
  readonly now: Date;
};

const listed = 10;
const suggestedDays = 90;

/** Asks until when and why findings are dismissed. */
function DismissChecksView({ findings, checks, now }: DismissChecksViewProps) {
  const { rules, title } = texts;
  const words = texts.dismiss;
  const finding = checks[0] === undefined ? '' : rules[checks[0].rule][0];
  const backHref = '/admin/checks';
  return (
    <>
      <PageHeader title={words.title(finding)} description={words.text} parent={{ label: title, href: backHref }} />
      <Panel title={words.places(checks.length)}>
        <ul className="mb-5 grid gap-1 text-sm">
          {checks.slice(0, listed).map(({ object, detail }) => (
            <li key={`${object.kind} ${object.id} ${detail}`} className="break-words">
              <CheckedObject object={object} /> {detail}
            </li>
          ))}
          {checks.length > listed && <li className="text-muted-foreground">{words.more(checks.length - listed)}</li>}
        </ul>
        <AdminForm action="/admin/checks/dismiss/submit" label={words.title(finding)} proof="none">
          <input type="hidden" name="rule" value={findings.rule} />
          <input type="hidden" name="key" value={findings.key ?? ''} />
          <TextField
            name="until"
            type="date"
            label={words.until}
            help={words.untilHelp}
            initial={dayAfter(now, suggestedDays)}
            min={dayAfter(now, 1)}
            className="max-w-48"
          />
          <ReasonField help={words.noteHelp} />
          <SubmitOrCancel submit={words.submit} backHref={backHref} />
        </AdminForm>
      </Panel>
    </>
  );
}

/** A day (UTC) in the format of a date field. */
function dayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
}

type DismissedChecksViewProps = {
  readonly dismissed: readonly DismissedCheck[];
  readonly mayRestore: boolean;
};

/** The number of findings on the page. To see more, restore some first. */
const shownDismissed = 200;

/** The dismissed findings, with the person, the reason and the date. */
function DismissedChecksView({ dismissed, mayRestore }: DismissedChecksViewProps) {
  const { rules, title } = texts;
  const words = texts.dismissed;
  const { check, object, note, by, until, actions } = words.columns;
  const head = [check, object, note, by, until, ...(mayRestore ? [actions] : [])];
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        parent={{ label: title, href: '/admin/checks' }}
      />
      {dismissed.length === 0 ? (
        <EmptyState title={words.none} text={words.noneText} />
      ) : (
        <Table caption={words.caption} head={head}>
          {dismissed.slice(0, shownDismissed).map(({ check: found, dismissal }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two secrets may have expired on the same day
            <tr key={`${dismissal.id} ${index}`}>
              <Cell heading>{rules[found.rule][0]}</Cell>
              <Cell className="break-words">
                <CheckedObject object={found.object} /> {found.detail}
              </Cell>
              <Cell className="break-words">{dismissal.note && <Name>{dismissal.note}</Name>}</Cell>
              <Cell>
                <Name>{dismissal.dismissedBy}</Name>, <Moment at={dismissal.dismissedAt} />
              </Cell>
              <Cell>{dismissal.expiresAt === null ? words.forever : <Moment at={dismissal.expiresAt} absolute />}</Cell>
              {mayRestore && (
                <Cell>
                  <AdminForm action="/admin/checks/dismissed/submit" proof="none" className="inline-grid gap-2">
                    <input type="hidden" name="key" value={dismissal.id} />
                    <SubmitButton variant="secondary" size="small">
                      {words.restore}
                      <span className="sr-only"> {nameOfObject(found.object)}</span>
                    </SubmitButton>
                  </AdminForm>
                </Cell>
              )}
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

/** The changes that would fix every finding of a rule, before they are made. */
function FixChecksView({ plan }: { readonly plan: FixPlan }) {
  const { rules, title } = texts;
  const words = texts.fixAll;
  const { rule, changes, clients, forOwners, problem, seen } = plan;
  const [finding] = rules[rule];
  const backHref = '/admin/checks';
  return (
    <>
      <PageHeader
        title={words.title(finding, changes.length)}
        description={words.text}
        parent={{ label: title, href: backHref }}
      />
      <Notice tone="warning" title={words.risks[rule] ?? ''}>
        {clients > changes.length + forOwners && <p>{words.more(changes.length + forOwners, clients)}</p>}
        {forOwners > 0 && <p>{words.forOwners(forOwners)}</p>}
      </Notice>
      {problem !== null && (
        <Notice tone="bad" role="alert" title={words.impossible}>
          <p>{problem}</p>
        </Notice>
      )}
      <RevisionChanges changes={changes} />
      {problem === null && changes.length > 0 && (
        <AdminForm
          action="/admin/checks/fix/submit"
          label={words.title(finding, changes.length)}
          proof={proofOfFix(rule)}
        >
          <input type="hidden" name="rule" value={rule} />
          <input type="hidden" name="seen" value={seen} />
          <ReasonField />
          <SubmitOrCancel submit={words.submit(changes.length)} backHref={backHref} />
        </AdminForm>
      )}
    </>
  );
}

/** The object of a finding: its name, its kind, and its ID if that is not the name. */
function CheckedObject({ object: { kind, id, name } }: Pick<Check, 'object'>) {
  return (
    <>
      <Name>{name ?? id}</Name>{' '}
      <span className="font-normal text-muted-foreground text-xs">
        {texts.objects[kind]}
        {name !== null && name !== id && ` ${id}`}
      </span>
    </>
  );
}

/** The object of a finding in one word: users by name, settings of the portal by label, everything else by ID. */
export function nameOfObject({ kind, id, name }: Check['object']): string {
  if (kind === 'user') return name ?? id;
  const label = kind === 'installation' && Object.hasOwn(portalTexts, id) ? portalTexts[id]?.[0] : undefined;
  return label ?? id;
}

const portalTexts = textsOf(flatPortalSettings);
