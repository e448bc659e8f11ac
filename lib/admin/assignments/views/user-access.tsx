import { TextField } from '#components/admin/form/field';
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
import {
  idOf,
  readAssignments,
  readUserApplications,
  suggestRoles,
  type ToldAssignment,
  type UserApplication,
} from '../read';
import { givenText, texts } from '../texts';
import { AssignFrame } from './assign-form';
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
        {user.mayChange && <AssignPlace admin={admin} sub={user.sub} />}
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
  if (client === undefined) return <PlaceLink place={{ api }} name={snapshot.apis.get(api)?.displayName ?? null} />;
  return <PlaceLink place={{ client }} name={snapshot.clients.get(client)?.clientName ?? null} />;
}

/** A client or an API, with the page that says what people are there. */
function PlaceLink({ place, name }: Pick<UserApplication, 'place' | 'name'>) {
  const id = idOf(place);
  if ('client' in place) return <EntryName href={clientPath(id, 'people')} name={name ?? id} id={id} />;
  return (
    <>
      <EntryName href={apiPath(id, 'roles')} name={name ?? id} id={id} />
      <span className="below-name">{texts.user.isApi}</span>
    </>
  );
}

/** The number of clients and APIs that a suggested role names. */
const namedPlaces = 3;

function AssignPlace({ admin, sub }: Pick<UserFacts, 'sub'> & Pick<UserAccessProps, 'admin'>) {
  const { client, clientHelp, api, apiHelp, roleHelp } = texts.user;
  return (
    <AssignFrame address={assignToUser.addressOf({ sub })} until="assigned_until" className="sm:grid-cols-2">
      <TextField name="client" label={client} help={clientHelp} maxLength={600} pick="client" />
      <TextField name="api" label={api} help={apiHelp} maxLength={400} pick="api" />
      <TextField name="role" label={texts.assign.role} help={roleHelp} maxLength={400} list="known-roles" />
      <datalist id="known-roles">
        {suggestRoles(admin.snapshot).map(([name, places]) => (
          <option key={name} value={name}>
            {places.slice(0, namedPlaces).join(', ')}
          </option>
        ))}
      </datalist>
    </AssignFrame>
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
            <tr key={`${'api' in one.place} ${idOf(one.place)}`}>
              <Cell heading>
                <PlaceLink place={one.place} name={one.name} />
              </Cell>
              <Cell>
                {one.roles.length === 0 ? (
                  <Absent text={texts.list.noRoles} />
                ) : (
                  <RoleNames names={one.roles} roles={one.ownRoles} />
                )}
              </Cell>
              <Cell>
                {one.because.length === 0 && 'api' in one.place ? (
                  texts.because.token
                ) : (
                  <Because reasons={one.because} everyone={one.everyone} />
                )}
              </Cell>
              <Cell>
                <LastUse of={one} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      <PageLinks path={userPath(user.sub, 'access')} page={applications} />
    </section>
  );
}

function LastUse({ of: { place, lastUsedAt } }: { readonly of: UserApplication }) {
  if (lastUsedAt !== null) return <Moment at={lastUsedAt} />;
  return <Absent text={'api' in place ? texts.user.applications.unknownUse : adminTexts.shell.never} />;
}
