import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import type { UserFactors } from '#lib/admin/users/read-factors';
import type { UserFacts, UserSecurity } from '#lib/admin/users/read-user';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { SubmitButton } from '../form/submit-button';
import { Moment } from '../moment';
import { FactorsPanel } from './factors-panel';
import { PasswordLinkForm } from './password-link-form';
import { PasswordMailForm } from './password-mail-form';
import { ReasonField } from './reason-field';

type SecurityTabProps = {
  readonly user: UserFacts;
  readonly security: UserSecurity;
  readonly factors: UserFactors;
  readonly actions: {
    readonly makeLink: AdminAction;
    readonly sendMail: AdminAction;
    readonly removeFactor: AdminAction;
    readonly askForPassword: AdminAction;
    readonly unlock: AdminAction;
    readonly setEnabled: AdminAction;
    readonly remove: AdminAction;
  };
  readonly csrf: string;
};

/** Password, other factors, lock, and keeping a person out. */
export function SecurityTab({ user, security, factors, actions, csrf }: SecurityTabProps) {
  const texts = adminTexts.users;
  const { sub } = user;
  return (
    <>
      <Panel title={texts.link.title}>
        <div className="grid gap-4 text-sm">
          <p>
            {user.hasPassword ? texts.link.has : texts.link.hasNot} {security.openLinks > 0 && texts.link.waiting}
          </p>
          {user.mayChange && security.passwordMail !== null && (
            <PasswordMailForm sub={sub} mail={security.passwordMail} action={actions.sendMail} csrf={csrf} />
          )}
          {user.mayChange && <PasswordLinkForm sub={sub} action={actions.makeLink} csrf={csrf} />}
        </div>
      </Panel>
      {user.hasPassword && (
        <NewPassword user={user} isRequired={factors.mustSetPassword} action={actions.askForPassword} csrf={csrf} />
      )}
      <FactorsPanel user={user} factors={factors} remove={actions.removeFactor} csrf={csrf} />
      <Panel title={texts.lock.title}>
        {security.lockedUntil === null ? (
          <p className="text-sm">{texts.lock.open}</p>
        ) : (
          <div className="grid gap-4">
            <Notice tone="warning">
              {texts.lock.locked} <Moment at={security.lockedUntil} />
            </Notice>
            {user.mayChange && (
              <ActionForm action={actions.unlock} csrf={csrf} hidden={{ sub }} label={texts.lock.title}>
                <ReasonField form="unlock" />
                <div>
                  <SubmitButton variant="secondary">{texts.lock.submit}</SubmitButton>
                </div>
              </ActionForm>
            )}
          </div>
        )}
      </Panel>
      {user.isSelf && <Notice>{texts.remove.self}</Notice>}
      {user.mayChange && !user.isSelf && <Danger user={user} actions={actions} csrf={csrf} />}
    </>
  );
}

type NewPasswordProps = Pick<SecurityTabProps, 'user' | 'csrf'> & {
  readonly isRequired: boolean;
  readonly action: AdminAction;
};

function NewPassword({ user, isRequired, action, csrf }: NewPasswordProps) {
  const texts = adminTexts.users.newPassword;
  return (
    <Panel title={texts.title} description={isRequired ? texts.on : texts.off}>
      {user.mayChange && (
        <ActionForm
          action={action}
          csrf={csrf}
          proof={actionProofs.users.askForPassword}
          hidden={{ sub: user.sub, required: String(!isRequired) }}
          label={texts.title}
        >
          <ReasonField form="new_password" />
          <div>
            <SubmitButton variant="secondary">{isRequired ? texts.lift : texts.require}</SubmitButton>
          </div>
        </ActionForm>
      )}
    </Panel>
  );
}

function Danger({ user, actions, csrf }: Omit<SecurityTabProps, 'security' | 'factors'>) {
  const { state, remove } = adminTexts.users;
  const { sub, enabled, username } = user;
  return (
    <>
      <Panel
        title={enabled ? state.disableTitle : state.enableTitle}
        description={enabled ? state.disableText : state.enableText}
      >
        <ActionForm
          action={actions.setEnabled}
          proof={actionProofs.users.setEnabled}
          csrf={csrf}
          hidden={{ sub, enabled: String(!enabled) }}
          label={enabled ? state.disableTitle : state.enableTitle}
        >
          <ReasonField form="state" />
          <div>
            <SubmitButton variant={enabled ? 'danger' : 'secondary'}>
              {enabled ? state.disable : state.enable}
            </SubmitButton>
          </div>
        </ActionForm>
      </Panel>
      <Panel title={remove.title} description={remove.text}>
        <ActionForm
          action={actions.remove}
          proof={actionProofs.users.remove}
          csrf={csrf}
          hidden={{ sub }}
          label={remove.title}
        >
          <TextField name="typed" label={remove.typed(username)} required />
          <ReasonField form="delete" />
          <div>
            <SubmitButton variant="danger">{remove.submit}</SubmitButton>
          </div>
        </ActionForm>
      </Panel>
    </>
  );
}
