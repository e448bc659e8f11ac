import { AdminForm } from '#components/admin/form/admin-form';
import { TextField } from '#components/admin/form/field';
import { ReasonField, SubmitButton } from '#components/admin/form/form-end';
import { Moment } from '#components/admin/moment';
import { ButtonLink } from '#components/ui/button';
import { EmptyState, Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import { Name } from '#components/ui/text';
import { adminTexts } from '#lib/i18n/admin/texts';
import { groupPath } from '../../entries/entry-path';
import { joinGroup, removeMember } from '../../groups/actions';
import type { ToldMembership } from '../../groups/read';
import { texts as groupTexts, sourceText } from '../../groups/texts';
import type { UserFacts } from '../read';

/** A button that leads to a question about a part of an account. */
function Asks({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <ButtonLink href={href} size="small" data-confirm="">
      {children}
    </ButtonLink>
  );
}

type GroupsTabProps = { readonly user: UserFacts; readonly memberships: readonly ToldMembership[] };

/** The groups that a person is in: who said so, and until when. */
export function GroupsTab({ user, memberships }: GroupsTabProps) {
  return (
    <>
      {user.mayChange && <JoinGroup sub={user.sub} />}
      <Memberships user={user} memberships={memberships} />
    </>
  );
}

function JoinGroup({ sub }: Pick<UserFacts, 'sub'>) {
  const { add, submit } = groupTexts.user;
  const { group, groupHelp } = groupTexts.bulk;
  const { until, untilHelp } = groupTexts.add;
  return (
    <Panel title={add}>
      <AdminForm action={`${joinGroup.addressOf({ sub })}/submit`} label={add} proof="sudo" className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField name="group" label={group} help={groupHelp} maxLength={400} pick="group" />
          <TextField name="until" label={until} help={untilHelp} type="date" />
        </div>
        <ReasonField form="group" help={adminTexts.shell.form.auditedReasonHelp} />
        <div>
          <SubmitButton>{submit}</SubmitButton>
        </div>
      </AdminForm>
    </Panel>
  );
}

function Memberships({ user, memberships }: GroupsTabProps) {
  const { caption, columns, empty } = groupTexts.user;
  const { always, remove } = groupTexts.members;
  if (memberships.length === 0) return <EmptyState title={empty} />;
  const head = [columns.group, columns.source, columns.until, columns.since];
  return (
    <Table caption={caption} head={user.mayChange ? [...head, columns.action] : head}>
      {memberships.map(({ group, source, expiresAt, since }) => (
        <tr key={`${group} ${source}`}>
          <Cell heading>
            <a href={groupPath(group)} className="underline underline-offset-4">
              <Name>{group}</Name>
            </a>
          </Cell>
          <Cell>{sourceText(source)}</Cell>
          <Cell>{expiresAt === null ? always : <Moment at={expiresAt} />}</Cell>
          <Cell>
            <Moment at={since} />
          </Cell>
          {user.mayChange && (
            <Cell>
              <Asks href={removeMember.addressOf({ name: group, sub: user.sub, source })}>{remove}</Asks>
            </Cell>
          )}
        </tr>
      ))}
    </Table>
  );
}
