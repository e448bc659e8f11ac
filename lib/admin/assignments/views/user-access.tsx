import { AdminForm } from '#components/admin/form/admin-form';
import { TextField } from '#components/admin/form/field';
import { ReasonField, SubmitButton } from '#components/admin/form/form-end';
import { PageLinks } from '#components/admin/list/list-paging';
import { Absent, EntryName } from '#components/admin/list/list-table';
import { Moment } from '#components/admin/moment';
import { ButtonLink } from '#components/ui/button';
import { EmptyState, Panel } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import { adminTexts } from '#lib/i18n/admin/texts';
import { type NumberedPage, pageAmong, readPageNumber } from '#lib/vocabulary/numbered-page';
import type { AdminContext } from '../../admin-context';
import { apiPath, clientPath } from '../../entries/entry-path';
import { texts as groupTexts } from '../../groups/texts';
import { userPath } from '../../users/feature';
import type { UserFacts } from '../../users/read';
import { assignToUser, endOfUser } from '../actions';
import { mayAssign } from '../change-assignments';
import { readAssignments, readUserApplications, type ToldAssignment, type UserApplication } from '../read';
import { givenText, texts } from '../texts';
import { Because, RoleNames } from './because';

type UserAccessProps = {
  readonly admin: AdminContext;
  readonly user: UserFacts;
  /** The page of the applications in the address. */
  readonly page: string | undefined;
};

/** What a user was given, and what they can use, and why. */
export async function UserAccess({ admin, user, page }: UserAccessProps) {
  const assignments = await readAssignments(admin, user.sub);
  const applications = pageAmong(await readUserApplications(admin, user.sub), readPageNumber(page));
  return (
    <>
      <Assignments admin={admin} user={user} assignments={assignments} />
      <Applications user={user} applications={applications} />
    </>
  );
}

type AssignmentsProps = Omit<UserAccessProps, 'page'> & { readonly assignments: readonly ToldAssignment[] };

function Assignments({ admin, user, assignments }: AssignmentsProps) {
  const { title, columns, empty } = texts.user.assignments;
  const { place, role, source, until, since, action } = columns;
  return (
    <Panel title={title}>
      <div className="grid gap-5">
        {assignments.length === 0 ? (
          <p className="text-sm">{empty}</p>
        ) : (
          <Table caption={title} head={[place, role, source, until, since, ...(user.mayChange ? [action] : [])]}>
            {assignments.map((one) => (
              <tr key={one.id}>
                <Cell heading>
                  <PlaceName admin={admin} assignment={one} />
                </Cell>
                <Cell>{one.role ?? texts.assign.none}</Cell>
                <Cell>{givenText(one.source)}</Cell>
                <Cell>{one.expiresAt === null ? groupTexts.members.always : <Moment at={one.expiresAt} />}</Cell>
                <Cell>
                  <Moment at={one.since} />
                </Cell>
                {user.mayChange && (
                  <Cell>
                    {mayEnd(admin, one) && (
                      <ButtonLink
                        href={endOfUser.addressOf({ sub: user.sub, id: one.id })}
                        size="small"
                        data-confirm=""
                      >
                        {texts.end.link}
                      </ButtonLink>
                    )}
                  </Cell>
                )}
              </tr>
            ))}
          </Table>
        )}
        {user.mayChange && <AssignForm sub={user.sub} />}
      </div>
    </Panel>
  );
}

function mayEnd(admin: AdminContext, { client }: ToldAssignment): boolean {
  const found = admin.snapshot.clients.get(client ?? '');
  return found === undefined || mayAssign(admin, found);
}

type PlaceNameProps = { readonly admin: AdminContext; readonly assignment: ToldAssignment };

function PlaceName({ admin: { snapshot }, assignment: { client, api = '' } }: PlaceNameProps) {
  if (client === undefined) {
    return <EntryName href={apiPath(api)} name={snapshot.apis.get(api)?.displayName ?? api} id={api} />;
  }
  const name = snapshot.clients.get(client)?.clientName ?? client;
  return <EntryName href={clientPath(client, 'people')} name={name} id={name === client ? null : client} />;
}

function AssignForm({ sub }: Pick<UserFacts, 'sub'>) {
  const { client, clientHelp, api, apiHelp, roleHelp } = texts.user;
  const { title, role, until, untilHelp, submit } = texts.assign;
  return (
    <AdminForm action={`${assignToUser.addressOf({ sub })}/submit`} label={title} proof="sudo" className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField name="client" label={client} help={clientHelp} maxLength={600} pick="client" />
        <TextField name="api" label={api} help={apiHelp} maxLength={400} pick="api" />
        <TextField name="role" label={role} help={roleHelp} maxLength={400} />
        <TextField name="assigned_until" label={until} help={untilHelp} type="date" />
      </div>
      <ReasonField form="assignment" help={adminTexts.shell.form.auditedReasonHelp} />
      <div>
        <SubmitButton>{submit}</SubmitButton>
      </div>
    </AdminForm>
  );
}

type ApplicationsProps = Pick<UserAccessProps, 'user'> & { readonly applications: NumberedPage<UserApplication> };

function Applications({ user, applications }: ApplicationsProps) {
  const { caption, columns, empty } = texts.user.applications;
  const { app, roles, because, lastUsed } = columns;
  const title = texts.user.title(user.username);
  return (
    <section className="grid min-w-0 gap-3" aria-label={title}>
      <h2 className="font-semibold">{title}</h2>
      {applications.rows.length === 0 ? (
        <EmptyState title={empty} />
      ) : (
        <Table caption={caption} head={[app, roles, because, lastUsed]}>
          {applications.rows.map((one) => (
            <tr key={one.clientId}>
              <Cell heading>
                <EntryName
                  href={clientPath(one.clientId, 'people')}
                  name={one.name ?? one.clientId}
                  id={one.name === null ? null : one.clientId}
                />
              </Cell>
              <Cell>
                {one.roles.length === 0 ? (
                  <Absent text={texts.list.noRoles} />
                ) : (
                  <RoleNames names={one.roles} roles={one.ownRoles} />
                )}
              </Cell>
              <Cell>
                <Because reasons={one.because} everyone={one.everyone} />
              </Cell>
              <Cell>
                {one.lastUsedAt === null ? <Absent text={adminTexts.shell.never} /> : <Moment at={one.lastUsedAt} />}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      <PageLinks path={userPath(user.sub, 'access')} page={applications} />
    </section>
  );
}
