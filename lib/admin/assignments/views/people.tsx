import { AdminForm } from '#components/admin/form/admin-form';
import { TextArea } from '#components/admin/form/field';
import { ReasonField, SubmitButton, SubmitOrCancel } from '#components/admin/form/form-end';
import { ExportButton } from '#components/admin/list/export-button';
import { Absent, type Column, nameColumn } from '#components/admin/list/list-table';
import type { ListFilter } from '#components/admin/list/list-toolbar';
import { ListView } from '#components/admin/list/list-view';
import { RowMenu } from '#components/admin/list/row-menu';
import { Moment } from '#components/admin/moment';
import { lastAddress } from '#components/admin/page-facts';
import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Name } from '#components/ui/text';
import type { Client } from '#lib/clients/client';
import { unusedDays } from '#lib/clients/usage/unused-since';
import { formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PendingRequests } from '../../access-requests/views/requests';
import { notFound } from '../../admin-error';
import { maximumBulk } from '../../bulk/bulk';
import { clientPath } from '../../entries/entry-path';
import { PeopleField } from '../../groups/views/members';
import type { AreaRequest } from '../../kit/view';
import { addressWith, listAddress } from '../../query';
import { userPath } from '../../users/feature';
import { assignInClient, endInClient, endManyInClient } from '../actions';
import { mayAssign } from '../change-assignments';
import {
  findChosenPeople,
  findMissing,
  type MissingPerson,
  type PeopleQuery,
  type PersonLine,
  readPeoplePage,
  readPeopleQuery,
  soonDays,
} from '../people';
import { assignmentText, texts } from '../texts';
import { AssignForm } from './assign-form';
import { Because, RoleNames, roleOptions } from './because';

const { list } = texts;

function getClient({ admin, names }: AreaRequest): Client {
  const client = admin.snapshot.clients.get(names.client_id ?? '');
  if (client === undefined) throw notFound();
  return client;
}

/** The tab with the people of a client. */
export async function ClientPeople(request: AreaRequest) {
  const { admin, query } = request;
  const client = getClient(request);
  const { clientId, clientName } = client;
  const asked = readPeopleQuery(query);
  const page = await readPeoplePage(admin, client, asked);
  const mayChange = mayAssign(admin, client);
  const address = listAddress(clientPath(clientId, 'people'), query);
  const missing = page.lines.length === 0 ? await findMissing(admin, client, asked) : null;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid max-w-prose gap-1 text-sm">
          <h2 className="font-semibold text-base">{list.title(clientName ?? clientId)}</h2>
          <p>
            {client.access === 'everyone' ? list.everyone : list.assigned}{' '}
            <a href={`${clientPath(clientId, 'access')}#people`} className="underline underline-offset-4">
              {list.change}
            </a>
          </p>
        </div>
        <ExportButton path={clientPath(clientId, 'people/export/submit')} query={address.query} />
      </div>
      {await PendingRequests({ admin, client })}
      {mayChange && (
        <AssignForm address={assignInClient.addressOf({ client_id: clientId })} roles={client.roles} isClient />
      )}
      <ListView
        address={address}
        texts={list}
        page={page}
        filters={filtersOf(asked, client)}
        columns={columnsOf(client)}
        keyOf={({ sub }) => sub}
        {...noneOf(missing, client, { asked, mayChange })}
        {...(mayChange && {
          menu: (line: PersonLine) => <PersonMenu line={line} client={client} />,
          bulk: {
            path: endManyInClient.addressOf({ client_id: clientId }),
            exportPath: clientPath(clientId, 'people/export/submit'),
            actions: [],
            others: [{ label: list.endMany, path: endManyInClient.addressOf({ client_id: clientId }), change: 'end' }],
            named: ({ sub, username }: PersonLine) => ({ id: sub, name: username }),
          },
        })}
      />
      {!page.isSorted && <p className="text-muted-foreground text-sm">{list.unsorted}</p>}
    </>
  );
}

type Emptied = { readonly asked: PeopleQuery; readonly mayChange: boolean };

/** What an empty list says: that somebody exists, why they are not in it, and what to do. */
function noneOf(missing: MissingPerson | null, { clientId, clientName }: Client, { asked, mayChange }: Emptied) {
  const { title, why, hidden, filtered, everyone, give, simulate } = list.missing;
  const name = clientName ?? clientId;
  const simulated = { client: clientId, user: missing?.value ?? null };
  const simulator = (
    <ButtonLink href={`${addressWith('/admin/debug/simulator', {}, simulated)}#result`}>{simulate}</ButtonLink>
  );
  if (missing === null) return { noneLinks: simulator };
  const { value, id, opens } = missing;
  if (opens === null) {
    const isFiltered = [asked.role, asked.group, asked.use, asked.ends].some((one) => one !== null);
    const noneText = isFiltered ? filtered : everyone;
    return { noneTitle: hidden(value, name), noneText, noneLinks: simulator };
  }
  const groups = opens.flatMap((one) => ('group' in one ? [one.group] : []));
  return {
    noneTitle: title(value, name),
    noneText: why(groups),
    noneLinks: (
      <>
        {mayChange && (
          <ButtonLink href={userPath(id, 'access')} variant="primary">
            {give}
          </ButtonLink>
        )}
        {simulator}
      </>
    ),
  };
}

function filtersOf({ user, role, group, use, ends }: PeopleQuery, { roles }: Client): readonly ListFilter[] {
  const { filters } = list;
  return [
    { name: 'user', label: filters.user, value: user, pick: 'user' },
    {
      name: 'role',
      label: filters.role,
      value: role,
      options: roleOptions(roles).map(({ value, label }) => [value, label]),
    },
    { name: 'group', label: filters.group, value: group, pick: 'group' },
    { name: 'use', label: filters.use, value: use, options: [['unused', filters.unused(unusedDays)]] },
    { name: 'ends', label: filters.ends, value: ends, options: [['soon', filters.soon(soonDays)]] },
  ];
}

function columnsOf({ roles, access }: Client): readonly Column<PersonLine>[] {
  const { columns, barred, noRoles } = list;
  return [
    {
      label: columns.user,
      phone: 'name',
      className: nameColumn,
      cell: ({ sub, username, name, email }) => (
        <>
          <a href={userPath(sub, 'access')} className="underline underline-offset-4">
            <Name>{username}</Name>
          </a>
          {(name ?? email) !== null && (
            <span className="block font-normal text-muted-foreground text-xs">
              <Name>{name ?? email ?? ''}</Name>
            </span>
          )}
        </>
      ),
    },
    {
      label: columns.roles,
      phone: 'fact',
      className: 'max-w-60 wrap-anywhere',
      cell: (line) =>
        line.roles.length === 0 ? <Absent text={noRoles} /> : <RoleNames names={line.roles} roles={roles} />,
    },
    {
      label: columns.because,
      phone: 'fact',
      className: 'max-w-96 wrap-anywhere',
      cell: (line) => <Because reasons={line.because} everyone={access === 'everyone'} />,
    },
    {
      label: columns.lastUsed,
      phone: 'fact',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? <Absent text={adminTexts.shell.never} /> : <Moment at={lastUsedAt} />,
    },
    {
      label: columns.state,
      phone: 'state',
      cell: (line) => line.barred !== null && <Badge>{barred[line.barred]}</Badge>,
    },
  ];
}

type OfClient = { readonly client: Pick<Client, 'clientId' | 'roles'> };

/** Ends each assignment of a person. */
function PersonMenu({
  line: { sub, username, because, mayChange },
  client: { clientId },
}: OfClient & { readonly line: PersonLine }) {
  const items = because.flatMap(({ assignment, role }) => {
    if (assignment === undefined || !mayChange) return [];
    const href = endInClient.addressOf({ client_id: clientId, sub, id: assignment });
    return [{ label: texts.end.of(assignmentText(role)), href, asks: true }];
  });
  return items.length === 0 ? null : <RowMenu id={sub} name={username} items={items} />;
}

/** Ends what chosen people were given: first who that would be, then the change. */
export async function EndMany(request: AreaRequest) {
  const { admin, query } = request;
  const client = getClient(request);
  if (!mayAssign(admin, client)) throw notFound();
  const { title, people, peopleHelp, review } = texts.many;
  const { ids, isCut } = await findChosenPeople(admin, client, query);
  const action = `${endManyInClient.addressOf({ client_id: client.clientId })}/submit`;
  const backHref = clientPath(client.clientId, 'people');
  return (
    <>
      {isCut && <Notice tone="warning" title={adminTexts.shell.bulk.cut(formatNumber(maximumBulk))} />}
      <Panel title={title}>
        <AdminForm
          action={action}
          label={title}
          proof="sudo"
          className="grid max-w-2xl gap-5"
          done={(result) => <Reviewed action={action} result={result} backHref={lastAddress(backHref)} />}
        >
          <TextArea name="people" label={people} help={peopleHelp} rows={12} initial={ids.join('\n')} />
          <SubmitOrCancel submit={review} backHref={backHref} />
        </AdminForm>
      </Panel>
    </>
  );
}

type ReviewedProps = {
  readonly action: string;
  readonly result: Readonly<Record<string, string>>;
  readonly backHref: string;
};

/** What a list means, in a form that the field takes again. */
function Reviewed({ action, result, backHref }: ReviewedProps) {
  const { changed = '', written } = result;
  const { will, done, lists, submit, none, back } = texts.many;
  const count = (text: string) => (text === '' ? 0 : text.split('\n').length);
  const isDone = written === '1';
  const shown = { changed: isDone ? done : will, ...lists };
  return (
    <div className="grid gap-5" role="status">
      {(['changed', 'keep', 'without', 'unknown', 'ambiguous', 'forbidden'] as const).map((kind) => (
        <PeopleField key={kind} label={shown[kind](count(result[kind] ?? ''))} text={result[kind] ?? ''} />
      ))}
      {changed === '' && !isDone && <Notice>{none}</Notice>}
      {changed !== '' && !isDone && (
        <AdminForm action={action} proof="sudo" hidden={{ people: changed, step: 'write' }} className="grid gap-4">
          <p className="text-sm">{texts.end.text}</p>
          <ReasonField help={adminTexts.shell.form.auditedReasonHelp} />
          <div>
            <SubmitButton variant="danger">{submit(count(changed))}</SubmitButton>
          </div>
        </AdminForm>
      )}
      <p className="text-sm">
        <a href={backHref} className="underline underline-offset-4">
          {back}
        </a>
      </p>
    </div>
  );
}
