import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import type { Check } from '#lib/admin/checks/check';
import type { Findings } from '#lib/admin/checks/dismiss-checks';
import { adminTexts } from '#lib/i18n/admin/texts';
import { dayMs } from '#lib/vocabulary/time';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { ReasonField } from '../form/reason-field';
import { SubmitOrCancel } from '../form/submit-or-cancel';
import { PageHeader } from '../page-header';
import { CheckedObject } from './checked-object';

type DismissChecksViewProps = {
  readonly findings: Findings;
  /** At least one, all of the same rule. */
  readonly checks: readonly Check[];
  readonly now: Date;
  readonly action: AdminAction;
  readonly csrf: string;
};

const listed = 10;
const suggestedDays = 90;

/** Asks until when and why findings are dismissed. */
export function DismissChecksView({ findings, checks, now, action, csrf }: DismissChecksViewProps) {
  const { dismiss: texts, rules, title } = adminTexts.checks;
  const finding = checks[0] === undefined ? '' : rules[checks[0].rule][0];
  const backHref = '/admin/checks';
  const hidden = { rule: findings.rule, key: findings.key ?? '' };
  return (
    <>
      <PageHeader title={texts.title(finding)} description={texts.text} parent={{ label: title, href: backHref }} />
      <Panel title={texts.places(checks.length)}>
        <ul className="mb-5 grid gap-1 text-sm">
          {checks.slice(0, listed).map(({ object, detail }) => (
            <li key={`${object.kind} ${object.id} ${detail}`} className="break-words">
              <CheckedObject object={object} /> {detail}
            </li>
          ))}
          {checks.length > listed && <li className="text-muted-foreground">{texts.more(checks.length - listed)}</li>}
        </ul>
        <ActionForm action={action} csrf={csrf} hidden={hidden} label={texts.title(finding)}>
          <TextField
            name="until"
            type="date"
            label={texts.until}
            help={texts.untilHelp}
            initial={dayAfter(now, suggestedDays)}
            min={dayAfter(now, 1)}
            className="max-w-48"
          />
          <ReasonField help={texts.noteHelp} />
          <SubmitOrCancel submit={texts.submit} backHref={backHref} />
        </ActionForm>
      </Panel>
    </>
  );
}

/** A day (UTC) in the format of a date field. */
function dayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
}
