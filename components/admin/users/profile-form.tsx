import { Facts } from '#components/ui/facts';
import { Panel } from '#components/ui/panel';
import { actionProofs } from '#lib/admin/access/action-proofs';
import type { AdminAction } from '#lib/admin/action-state';
import type { UserFacts } from '#lib/admin/users/read-user';
import { adminTexts } from '#lib/i18n/admin/texts';
import { CopyButton } from '../copy-button';
import { ActionForm } from '../form/action-form';
import { FormSections } from '../form/form-section';
import { ReadOnly } from '../form/read-only';
import { SaveBar } from '../form/save-bar';
import { Moment } from '../moment';
import { ProfileFields } from './profile-fields';

type ProfileFormProps = { readonly user: UserFacts; readonly action: AdminAction; readonly csrf: string };

/** The profile of a person. It is text for an administrator who may not change the person. */
export function ProfileForm({ user, action, csrf }: ProfileFormProps) {
  const texts = adminTexts.users;
  const { sub, version, lastSignInAt } = user;
  const fields = (
    <FormSections>
      <ProfileFields username={user.username} tenants={user.tenants} claims={user.claims} />
    </FormSections>
  );
  return (
    <>
      <Panel>
        <Facts
          facts={[
            [
              texts.facts.sub,
              <span key="sub" className="flex flex-wrap items-center gap-2">
                <code className="break-all">{sub}</code> <CopyButton text={sub} label={texts.facts.sub} />
              </span>,
            ],
            [texts.facts.created, <Moment key="created" full at={user.createdAt} />],
            [texts.facts.updated, <Moment key="updated" full at={user.updatedAt} />],
            [
              texts.facts.lastSignIn,
              lastSignInAt ? <Moment key="last" full at={lastSignInAt} /> : adminTexts.shell.never,
            ],
          ]}
        />
      </Panel>
      {user.mayChange ? (
        <ActionForm
          key={version}
          action={action}
          csrf={csrf}
          proof={actionProofs.users.save}
          hidden={{ sub, version }}
          section="users"
          label={texts.tabs.profile}
          guarded
        >
          {fields}
          <SaveBar save={texts.save} noteHelp={adminTexts.shell.form.auditedReasonHelp} />
        </ActionForm>
      ) : (
        <ReadOnly>{fields}</ReadOnly>
      )}
    </>
  );
}
