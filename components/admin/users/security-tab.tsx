import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import type { UserFactors } from '#lib/admin/users/read-factors';
import type { UserFacts, UserIdentityLine, UserSecurity } from '#lib/admin/users/read-user';
import { questionPath } from '#lib/admin/users/user-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ActionForm } from '../form/action-form';
import { ReasonField } from '../form/reason-field';
import { SubmitButton } from '../form/submit-button';
import { Moment } from '../moment';
import { FactorsPanel } from './factors-panel';
import { IdentitiesPanel } from './identities-panel';
import { PasswordLinkForm } from './password-link-form';
import { PasswordMailForm } from './password-mail-form';

type SecurityTabProps = {
  readonly user: UserFacts;
  readonly security: UserSecurity;
  readonly factors: UserFactors;
  readonly identities: readonly UserIdentityLine[];
  readonly actions: {
    readonly makeLink: AdminAction;
    readonly sendMail: AdminAction;
    readonly askForPassword: AdminAction;
    readonly unlock: AdminAction;
  };
  readonly csrf: string;
};

/** The password, the other factors, the lock and the ways to disable the account. */
export function SecurityTab({ user, security, factors, identities, actions, csrf }: SecurityTabProps) {
  const texts = adminTexts.users;
  const { sub } = user;
  return (
    <>
      {user.passwordDue && <Notice tone="warning">{texts.role.due}</Notice>}
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
      <FactorsPanel user={user} factors={factors} />
      <Panel title={texts.lock.title}>
        <div className="grid gap-4">
          {security.lockedUntil === null ? (
            <p className="text-sm">{texts.lock.open}</p>
          ) : (
            <Notice tone="warning">
              {texts.lock.locked} <Moment at={security.lockedUntil} />
            </Notice>
          )}
          {user.mayChange && !user.isSelf && (
            <ActionForm
              action={actions.unlock}
              csrf={csrf}
              proof={actionProofs.users.unlock}
              hidden={{ sub }}
              label={texts.lock.title}
            >
              <ReasonField form="unlock" help={adminTexts.shell.form.auditedReasonHelp} />
              <div>
                <SubmitButton variant="secondary">{texts.lock.submit}</SubmitButton>
              </div>
            </ActionForm>
          )}
        </div>
      </Panel>
      <IdentitiesPanel user={user} identities={identities} />
      {user.isSelf && <Notice>{texts.danger.self}</Notice>}
      {user.mayChange && !user.isSelf && <Danger user={user} />}
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
          <ReasonField form="new_password" help={adminTexts.shell.form.auditedReasonHelp} />
          <div>
            <SubmitButton variant="secondary">{isRequired ? texts.lift : texts.require}</SubmitButton>
          </div>
        </ActionForm>
      )}
    </Panel>
  );
}

function Danger({ user: { sub, enabled } }: Pick<SecurityTabProps, 'user'>) {
  const texts = adminTexts.users.danger;
  return (
    <Panel title={texts.title}>
      <div className="grid justify-items-start gap-3 text-sm">
        {enabled && (
          <>
            <p>{texts.disableText}</p>
            <ButtonLink href={questionPath(sub, 'disable')} variant="danger" data-confirm="">
              {texts.disable}
            </ButtonLink>
          </>
        )}
        <p>{texts.deleteText}</p>
        <ButtonLink href={questionPath(sub, 'delete')} variant="danger" data-confirm="">
          {texts.delete}
        </ButtonLink>
      </div>
    </Panel>
  );
}
