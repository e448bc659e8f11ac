import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import type { UserFacts } from '#lib/admin/users/read-user';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { SelectField } from '../form/field';
import { SubmitButton } from '../form/submit-button';
import { ReasonField } from './reason-field';

type RolesTabProps = {
  readonly user: UserFacts;
  readonly mayGive: boolean;
  readonly action: AdminAction;
  readonly csrf: string;
};

const roles = ['none', 'auditor', 'editor', 'owner'] as const;

/** What a person may do in the administration. */
export function RolesTab({ user, mayGive, action, csrf }: RolesTabProps) {
  const texts = adminTexts.users.role;
  const names = adminTexts.users.roles;
  return (
    <Panel title={texts.title} description={texts.text}>
      <div className="grid gap-6">
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[8rem_1fr]">
          {roles.map((role) => (
            <div key={role} className="sm:contents">
              <dt className={role === (user.role ?? 'none') ? 'font-semibold' : ''}>{names[role]}</dt>
              <dd className="text-muted-foreground">{texts.help[role]}</dd>
            </div>
          ))}
        </dl>
        {user.passwordDue && <Notice tone="warning">{texts.due}</Notice>}
        {mayGive ? (
          <ActionForm action={action} proof="strict" csrf={csrf} hidden={{ sub: user.sub }} label={texts.title}>
            <SelectField
              name="role"
              label={texts.label}
              initial={user.role ?? 'none'}
              options={roles.map((role) => ({ value: role, label: names[role] }))}
            />
            <ReasonField />
            <div>
              <SubmitButton>{texts.submit}</SubmitButton>
            </div>
          </ActionForm>
        ) : (
          <p className="text-sm">{texts.ownersOnly}</p>
        )}
      </div>
    </Panel>
  );
}
