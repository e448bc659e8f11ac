import { Facts } from '#components/ui/facts';
import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import { formatDuration } from '#lib/admin/duration';
import type { PortalFacts } from '#lib/admin/portal/save-portal';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { SelectField, TextField } from '../form/field';
import { SubmitButton } from '../form/submit-button';
import { ReasonField } from '../users/reason-field';

type PortalFormProps = {
  readonly facts: PortalFacts;
  /** Null for somebody who may only look. */
  readonly action: AdminAction | null;
  readonly csrf: string;
};

/** The portal's own settings, which an owner changes. */
export function PortalForm({ facts: { portal, version }, action, csrf }: PortalFormProps) {
  const texts = adminTexts.settings.portal;
  const { fields, options } = texts;
  const retention = fields.audit_retention_days;
  const durations = [
    ['session_idle_seconds', portal.sessionIdleSeconds],
    ['session_absolute_seconds', portal.sessionAbsoluteSeconds],
    ['remember_seconds', portal.rememberSeconds],
  ] as const;
  const choices = [
    ['login', portal.login, options.login],
    ['registration', portal.registration, options.registration],
    ['dynamic_registration', portal.dynamicRegistration, options.dynamic_registration],
    ['legacy_flows', portal.legacyFlows, options.legacy_flows],
  ] as const;
  if (action === null) {
    const facts = [
      ...durations.map(([name, value]) => [fields[name].label, formatDuration(value)] as const),
      ...choices.map(([name, value]) => [fields[name].label, value] as const),
      [
        retention.label,
        portal.auditRetentionDays === null ? texts.forever : String(portal.auditRetentionDays),
      ] as const,
    ];
    return (
      <Panel title={texts.title} description={texts.ownersOnly}>
        <Facts facts={facts} />
      </Panel>
    );
  }
  return (
    <Panel title={texts.title} description={texts.description}>
      <ActionForm key={version} action={action} csrf={csrf} hidden={{ version }} label={texts.title} guarded>
        {durations.map(([name, value]) => (
          <TextField
            key={name}
            name={name}
            label={fields[name].label}
            help={`${fields[name].help} (${value} s)`}
            initial={formatDuration(value)}
            className="w-40"
            showKey
            required
          />
        ))}
        {choices.map(([name, value, names]) => (
          <SelectField
            key={name}
            name={name}
            label={fields[name].label}
            help={fields[name].help}
            initial={value}
            options={Object.entries(names).map(([option, label]) => ({ value: option, label }))}
            showKey
          />
        ))}
        <TextField
          name="audit_retention_days"
          label={retention.label}
          help={retention.help}
          initial={portal.auditRetentionDays === null ? '' : String(portal.auditRetentionDays)}
          inputMode="numeric"
          className="w-40"
          showKey
        />
        <ReasonField />
        <div>
          <SubmitButton>{adminTexts.shell.form.save}</SubmitButton>
        </div>
      </ActionForm>
    </Panel>
  );
}
