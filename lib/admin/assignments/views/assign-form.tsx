import type { ReactNode } from 'react';
import { AdminForm } from '#components/admin/form/admin-form';
import { SelectField, TextField } from '#components/admin/form/field';
import { ReasonField, SubmitButton } from '#components/admin/form/form-end';
import { Panel } from '#components/ui/panel';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { Role } from '#lib/vocabulary/role';
import { texts } from '../texts';
import { roleOptions } from './because';

type AssignFrameProps = {
  /** The address of its action. */
  readonly address: string;
  /** The name of the field for the end. */
  readonly until: string;
  readonly className: string;
  readonly children: ReactNode;
};

/** A form that gives a role or access, around its fields. */
export function AssignFrame({ address, until, className, children }: AssignFrameProps) {
  const { title, until: label, untilHelp, submit } = texts.assign;
  return (
    <AdminForm action={`${address}/submit`} label={title} proof="sudo" className="grid gap-4">
      <div className={`grid items-start gap-4 ${className}`}>
        {children}
        <TextField name={until} label={label} help={untilHelp} type="date" />
      </div>
      <ReasonField form="assignment" help={adminTexts.shell.form.auditedReasonHelp} />
      <div>
        <SubmitButton>{submit}</SubmitButton>
      </div>
    </AdminForm>
  );
}

type AssignFormProps = {
  /** The address of its action. */
  readonly address: string;
  readonly roles: readonly Role[];
  /** A client gives access without a role too. An API has roles alone. */
  readonly isClient: boolean;
};

/** Gives somebody a role of a client or an API, or access to a client. */
export function AssignForm({ address, roles, isClient }: AssignFormProps) {
  const { title, user, userHelp, role, none, noRoles } = texts.assign;
  return (
    <Panel title={title}>
      <AssignFrame address={address} until="until" className="sm:grid-cols-3">
        <TextField name="user" label={user} help={userHelp} maxLength={400} pick="user" />
        <SelectField
          name="role"
          label={role}
          {...(roles.length === 0 && { help: noRoles })}
          options={[...(isClient ? [{ value: '', label: none }] : []), ...roleOptions(roles)]}
        />
      </AssignFrame>
    </Panel>
  );
}
