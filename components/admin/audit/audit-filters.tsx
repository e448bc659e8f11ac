import { Button, ButtonLink } from '#components/ui/button';
import { type AuditQuery, auditGroups, auditRanges } from '#lib/admin/audit/read-audit';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PeriodInputs, periodOptions } from '../list-period';
import { reasonText } from '../overview/reason-text';
import { sentenceOf } from './audit-table';

const box = 'min-h-9 rounded-lg border border-input bg-card px-2.5 py-1 text-sm';

/** The conditions of the list, as a form that becomes the address. */
export function AuditFilters({ asked }: { readonly asked: AuditQuery }) {
  const texts = adminTexts.audit.filters;
  const { outcomes } = adminTexts.audit;
  const period = periodOptions(asked);
  return (
    <form method="get" action="/admin/audit" aria-label={texts.label} className="flex flex-wrap items-end gap-3">
      <Choice
        name="range"
        label={texts.range}
        value={period.length > 0 ? '' : asked.range}
        options={[...period, ...auditRanges.map((range) => [range, texts.ranges[range]] as const)]}
      />
      <PeriodInputs {...asked} />
      {asked.type && (
        <Choice
          name="type"
          label={texts.type}
          value={asked.type}
          options={[
            ['', texts.anything],
            [asked.type, sentenceOf(asked.type)],
          ]}
        />
      )}
      {asked.reason && (
        <Choice
          name="reason"
          label={texts.reason}
          value={asked.reason}
          options={[
            ['', texts.anyReason],
            [asked.reason, reasonText(asked.reason)],
          ]}
        />
      )}
      <Choice
        name="group"
        label={texts.group}
        value={asked.group ?? ''}
        options={[['', texts.anything], ...auditGroups.map((group) => [group, group.replaceAll('_', ' ')] as const)]}
      />
      <Choice
        name="outcome"
        label={texts.outcome}
        value={asked.outcome ?? ''}
        options={[
          ['', texts.anyOutcome],
          ['success', outcomes.success],
          ['failure', outcomes.failure],
        ]}
      />
      {(['client', 'actor', 'target', 'address', 'request'] as const).map((name) => (
        <label key={name} className="grid gap-1 text-muted-foreground text-xs">
          {texts[name]}
          <input
            name={name}
            defaultValue={asked[name] ?? ''}
            className={`${box} w-36 text-foreground`}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
      ))}
      <Button variant="primary">{texts.apply}</Button>
      <ButtonLink href="/admin/audit" variant="quiet">
        {texts.clear}
      </ButtonLink>
    </form>
  );
}

type ChoiceProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
};

function Choice({ name, label, value, options }: ChoiceProps) {
  return (
    <label className="grid gap-1 text-muted-foreground text-xs">
      {label}
      <select name={name} defaultValue={value} className={`${box} text-foreground`}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
