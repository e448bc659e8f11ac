import { Absent } from '#components/admin/list/list-table';
import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/panel';
import { Cell, Table } from '#components/ui/table';
import { Name } from '#components/ui/text';
import type { Api } from '#lib/apis/api';
import { formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { Role } from '#lib/vocabulary/role';
import { AssignForm } from '#views/admin/assignments/views/assign-form';
import { Because, RoleNames } from '#views/admin/assignments/views/because';
import { assignInApi } from '../../assignments/actions';
import { readPeople } from '../../assignments/read';
import { apiPath, clientPath, groupPath } from '../../entries/entry-path';
import type { AskedEntry } from '../../entries/view';
import { addressWith, textOf } from '../../query';
import { userPath } from '../../users/feature';
import { type ApiDetail, listServiceAccounts } from '../read';
import { texts } from '../texts';

/** The number of people on a page, and of groups or clients in a cell. */
const shown = 50;

const words = texts.roles;
const link = 'underline underline-offset-4';

type AskedRoles = Pick<AskedEntry<ApiDetail>, 'admin' | 'query' | 'detail' | 'mayEdit'>;

/** The roles of an API: which groups and clients have them, and which people, by what. */
export async function ApiRoles({ admin, query, detail: { name }, mayEdit }: AskedRoles) {
  const api = admin.snapshot.apis.get(name);
  const settings = `${apiPath(name, 'settings')}#people`;
  if (api === undefined || api.roles.length === 0) {
    return (
      <EmptyState title={words.empty} text={words.emptyText}>
        {mayEdit && <ButtonLink href={settings}>{words.add}</ButtonLink>}
      </EmptyState>
    );
  }
  const role = api.roles.find((one) => one.name === textOf(query, 'role', 400));
  const after = textOf(query, 'after', 400);
  const { people, next } = await readPeople(admin, api, { after, limit: shown, ...(role && { role: role.name }) });
  const address = apiPath(name, 'roles');
  return (
    <>
      <Roles api={api} accounts={listServiceAccounts(admin, name)} />
      <p className="text-sm">
        <a href={settings} className={link}>
          {words.change}
        </a>
      </p>
      {mayEdit && <AssignForm address={assignInApi.addressOf({ name })} roles={api.roles} isClient={false} />}
      <h2 className="font-semibold text-base">{role === undefined ? words.people : words.peopleOf(role.name)}</h2>
      {people.length === 0 ? (
        <p className="text-muted-foreground text-sm">{words.nobody}</p>
      ) : (
        <People {...{ people, api }} />
      )}
      <p className="flex flex-wrap gap-3 text-sm">
        {role !== undefined && (
          <a href={address} className={link}>
            {words.all}
          </a>
        )}
        {next !== null && (
          <a href={addressWith(address, {}, { after: next, ...(role && { role: role.name }) })} className={link}>
            {words.next}
          </a>
        )}
      </p>
    </>
  );
}

type RolesProps = {
  readonly api: Pick<Api, 'name' | 'roles'>;
  readonly accounts: ReturnType<typeof listServiceAccounts>;
};

function Roles({ api: { name, roles }, accounts }: RolesProps) {
  const { columns } = words;
  const named = (role: Role) => accounts.filter((account) => account.roles.includes(role.name));
  return (
    <Table caption={words.caption} head={[columns.role, columns.groups, columns.clients]}>
      {roles.map((role) => (
        <tr key={role.id}>
          <Cell heading>
            <RoleNames names={[role.name]} roles={roles} />
            {role.default && <span className="block font-normal text-muted-foreground text-xs">{words.everyone}</span>}
            <a
              href={addressWith(apiPath(name, 'roles'), {}, { role: role.name })}
              aria-label={words.showOf(role.name)}
              className={`block py-1 font-normal text-xs ${link}`}
            >
              {words.show}
            </a>
          </Cell>
          <Cell>
            <Links all={role.groups.map((group) => ({ href: groupPath(group), name: group }))} />
          </Cell>
          <Cell>
            <Links all={named(role).map((one) => ({ href: clientPath(one.clientId, 'access'), name: one.name }))} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function Links({ all }: { readonly all: readonly { readonly href: string; readonly name: string }[] }) {
  if (all.length === 0) return <Absent text={adminTexts.shell.list.nothing} />;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {all.slice(0, shown).map(({ href, name }) => (
        <li key={href} className="break-words">
          <a href={href} className={link}>
            <Name>{name}</Name>
          </a>
        </li>
      ))}
      {all.length > shown && <li>{words.more(formatNumber(all.length - shown))}</li>}
    </ul>
  );
}

type PeopleProps = {
  readonly people: Awaited<ReturnType<typeof readPeople>>['people'];
  readonly api: Pick<Api, 'roles'>;
};

function People({ people, api: { roles } }: PeopleProps) {
  const { user, roles: own, because } = words.personColumns;
  return (
    <Table caption={words.people} head={[user, own, because]}>
      {people.map(({ sub, username, roles: names, because: reasons }) => (
        <tr key={sub}>
          <Cell heading>
            <a href={userPath(sub, 'access')} className={link}>
              <Name>{username}</Name>
            </a>
          </Cell>
          <Cell>
            <RoleNames names={names} roles={roles} />
          </Cell>
          <Cell>
            <Because reasons={reasons} everyone={false} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
