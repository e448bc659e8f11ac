import { AdminForm } from '#components/admin/form/admin-form';
import { TextField } from '#components/admin/form/field';
import { ReasonField, SubmitButton, SubmitOrCancel } from '#components/admin/form/form-end';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { RevisionChanges } from '#components/admin/revision-changes';
import { Notice } from '#components/ui/notice';
import { EmptyState, Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import { Name } from '#components/ui/text';
import { flatPortalSettings } from '#lib/tenants/portal-settings';
import { dayMs } from '#lib/vocabulary/time';
import { textsOf } from '../../entries/setting-fields';
import { type Findings, proofOfFix } from '../actions';
import type { Check } from '../check';
import type { DismissedCheck } from '../current-checks';
import type { FixPlan } from '../plan-fix';
import { texts } from '../texts';

type DismissChecksViewProps = {
  readonly findings: Findings;
  /** At least one, all of the same rule. */
  readonly checks: readonly Check[];
  readonly now: Date;
};

const listed = 10;
const suggestedDays = 90;

/** Asks until when and why findings are dismissed. */
export function DismissChecksView({ findings, checks, now }: DismissChecksViewProps) {
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
export function DismissedChecksView({ dismissed, mayRestore }: DismissedChecksViewProps) {
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
export function FixChecksView({ plan }: { readonly plan: FixPlan }) {
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
export function CheckedObject({ object: { kind, id, name } }: Pick<Check, 'object'>) {
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
