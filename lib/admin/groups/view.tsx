import type { ReactNode } from 'react';
import { Confirmation } from '#components/admin/entries/confirmation';
import { type EntryForm, EntrySections, SettingsForm } from '#components/admin/entries/settings-form';
import { AdminForm } from '#components/admin/form/admin-form';
import { TextArea, TextField } from '#components/admin/form/field';
import { ReasonField, SubmitButton, SubmitOrCancel } from '#components/admin/form/form-end';
import { ExportButton } from '#components/admin/list/export-button';
import { ListTotal } from '#components/admin/list/list-paging';
import { type Column, EntryName, nameColumn } from '#components/admin/list/list-table';
import { ListView } from '#components/admin/list/list-view';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Facts } from '#components/ui/table';
import { Name } from '#components/ui/text';
import { groupSettings } from '#lib/groups/settings';
import { formSections } from '#lib/i18n/admin/form-sections';
import { formatUpTo } from '#lib/i18n/admin/format';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { canEdit } from '../access/permission';
import type { AdminContext } from '../admin-context';
import { entryForm } from '../entries/entry-forms';
import { groupPath } from '../entries/entry-path';
import { type AskedEntry, activityTab, type EntryFace, entryTab, inFrame, openEntry, pageBelow } from '../entries/view';
import type { AreaPages, AreaRequest } from '../kit/view';
import { type ListPage, mapLines } from '../list/list-page';
import { listAddress } from '../query';
import { userPath } from '../users/feature';
import { type ListedUser, readUserPage, readUserPageQuery } from '../users/read-list';
import { addMember, addMembers, createGroup, groupActions, removeMember } from './actions';
import { countedMembers } from './member-store';
import {
  type GroupDetail,
  type GroupLine,
  type GroupQuery,
  listGroupLines,
  readGroup,
  readGroupQuery,
  readMembersAmong,
  type ToldMembership,
} from './read';
import { groupSection } from './section';
import { sourceText, texts } from './texts';

const { label, ...tabs } = texts.tabs;

/** The pages of a group. */
const groupFace = {
  section: groupSection,
  title: texts.title,
  read: readGroup,
  head: ({ name, displayName }) => ({
    key: name,
    title: displayName ?? name,
    enabled: true,
    icon: 'users-round',
    kinds: [],
  }),
  idLabel: null,
  tabs: { label, pages: tabs },
  isFirstNamed: true,
} satisfies EntryFace<GroupDetail>;

type AskedGroup = AskedEntry<GroupDetail>;

const { list, members } = texts;

const groupColumns: readonly Column<GroupLine>[] = [
  {
    label: list.columns.name,
    phone: 'name',
    className: nameColumn,
    cell: ({ name, displayName }) => <EntryName href={groupPath(name)} name={displayName ?? name} id={name} />,
  },
  {
    label: list.columns.members,
    phone: 'fact',
    isNumber: true,
    cell: ({ members: count }) => formatUpTo(count, countedMembers),
  },
];

type GroupListProps = {
  readonly request: AreaRequest;
  readonly asked: GroupQuery;
  readonly page: ListPage<GroupLine>;
};

function GroupList({ request: { admin, query }, asked, page }: GroupListProps) {
  const create = canEdit(admin) && (
    <ButtonLink href="/admin/groups/new" variant="primary">
      {texts.create}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        badges={<ListTotal {...page} />}
        description={texts.description}
        actions={create}
      />
      <ListView
        address={listAddress('/admin/groups', query)}
        texts={list}
        page={page}
        search={{ label: list.search, value: asked.q }}
        filters={[
          {
            name: 'state',
            label: list.filters.state,
            value: asked.state,
            options: [['empty', list.filters.empty]],
          },
        ]}
        columns={groupColumns}
        keyOf={({ name }) => name}
        first={create}
      />
    </>
  );
}

/** The settings of a new group. */
function NewGroupForm() {
  const { name, display_name: displayName } = groupSettings;
  return (
    <AdminForm {...createGroup.about()} label={texts.create} guarded className="grid max-w-2xl gap-6">
      <TextField name="name" label={name.text[0]} help={name.text[1]} showKey maxLength={100} />
      <TextField name="display_name" label={displayName.text[0]} help={displayName.text[1]} showKey maxLength={200} />
      <SubmitOrCancel submit={texts.submit} backHref="/admin/groups" />
    </AdminForm>
  );
}

type MemberLine = ListedUser & { readonly memberships: readonly ToldMembership[] };

/** When a membership ends. */
function Until({ at }: { readonly at: Date | null }) {
  return at === null ? members.always : <Moment at={at} />;
}

function memberColumns(mayEdit: boolean): readonly Column<MemberLine>[] {
  const { columns, remove } = members;
  const each = (show: (one: ToldMembership) => ReactNode) => (line: MemberLine) =>
    line.memberships.map((one) => (
      <span key={one.source} className="block min-h-8">
        {show(one)}
      </span>
    ));
  return [
    {
      label: columns.user,
      phone: 'name',
      sort: 'username',
      className: nameColumn,
      cell: ({ sub, username, name }) => (
        <>
          <a href={userPath(sub)} className="underline underline-offset-4">
            <Name>{username}</Name>
          </a>
          {name !== null && (
            <span className="block font-normal text-muted-foreground text-xs">
              <Name>{name}</Name>
            </span>
          )}
        </>
      ),
    },
    { label: columns.source, phone: 'fact', cell: each(({ source }) => sourceText(source)) },
    { label: columns.until, phone: 'fact', cell: each(({ expiresAt }) => <Until at={expiresAt} />) },
    { label: columns.since, isTime: true, cell: each(({ since }) => <Moment at={since} />) },
    ...(mayEdit
      ? [
          {
            label: remove.replace('…', ''),
            cell: each(({ group: name, sub, source }) => (
              <ButtonLink href={removeMember.addressOf({ name, sub, source })} size="small" data-confirm="">
                {remove}
              </ButtonLink>
            )),
          },
        ]
      : []),
  ];
}

async function Members({ admin, query, detail, mayEdit }: AskedGroup) {
  const asked = readUserPageQuery(query);
  const page = await readUserPage(admin, { ...asked, group: detail.name });
  const found = await readMembersAmong(
    admin,
    detail,
    page.lines.map(({ sub }) => sub),
  );
  const shown = mapLines(page, (line): MemberLine => ({ ...line, memberships: found.get(line.sub) ?? [] }));
  const { group: _, ...own } = query;
  return (
    <>
      {mayEdit && <AddMember name={detail.name} />}
      <ListView
        address={listAddress(groupPath(detail.name), own)}
        texts={members}
        page={shown}
        sort={asked.sort}
        search={{ label: members.search, value: asked.q, maxLength: 255 }}
        columns={memberColumns(mayEdit)}
        keyOf={({ sub }) => sub}
      />
      {detail.members > 0 && (
        <div>
          <ExportButton path="/admin/users/export/submit" query={{ group: detail.name }} />
        </div>
      )}
    </>
  );
}

/** Adds one person. The page for many has another form. */
function AddMember({ name }: { readonly name: string }) {
  const { title, user, userHelp, until, untilHelp, submit, many } = texts.add;
  return (
    <Panel title={title}>
      <AdminForm action={`${addMember.addressOf({ name })}/submit`} label={title} proof="sudo" className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="member" label={user} help={userHelp} maxLength={400} />
          <TextField name="until" label={until} help={untilHelp} maxLength={20} inputMode="numeric" />
        </div>
        <ReasonField form="member" />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton>{submit}</SubmitButton>
          <a href={groupPath(name, 'add')} className="text-sm underline underline-offset-4">
            {many}
          </a>
        </div>
      </AdminForm>
    </Panel>
  );
}

/** Adds many people: first what a list means, then the members. */
async function showAdd(request: AreaRequest) {
  const opened = await openEntry(groupFace, request);
  const { name } = opened.detail;
  const { title, people, peopleHelp, review } = texts.many;
  const action = `${addMembers.addressOf({ name })}/submit`;
  const body = (
    <Panel title={title}>
      <AdminForm
        action={action}
        label={title}
        proof="sudo"
        className="grid max-w-2xl gap-5"
        done={(result) => <Pasted name={name} action={action} result={result} />}
      >
        <TextArea name="people" label={people} help={peopleHelp} rows={12} />
        <TextField name="until" label={texts.add.until} help={texts.add.untilHelp} maxLength={20} />
        <SubmitOrCancel submit={review} backHref={groupPath(name)} />
      </AdminForm>
    </Panel>
  );
  return { title: `${title}: ${opened.head.title}`, body: inFrame(groupFace, { ...opened, page: 'members' }, body) };
}

type PastedProps = {
  readonly name: string;
  readonly action: string;
  readonly result: Readonly<Record<string, string>>;
};

/** What a pasted list means, in a form that the field takes again. */
function Pasted({ name, action, result }: PastedProps) {
  const { lists, submit, again, none } = texts.many;
  const { add = '', known = '', unknown = '', ambiguous = '', forbidden = '', until = '', written } = result;
  const count = (text: string) => (text === '' ? 0 : text.split('\n').length);
  const isDone = written === '1';
  const shown = [
    [isDone ? lists.done : lists.added, add],
    [lists.known, known],
    [lists.unknown, unknown],
    [lists.ambiguous, ambiguous],
    [lists.forbidden, forbidden],
  ] as const;
  return (
    <div className="grid gap-5" role="status">
      {shown.map(([say, text]) =>
        text === '' ? null : (
          <label key={say(0)} className="grid gap-1.5 font-medium text-sm">
            {say(count(text))}
            <textarea
              readOnly
              rows={Math.min(8, count(text))}
              defaultValue={text}
              dir="auto"
              className="w-full rounded-lg border border-input bg-muted px-3 py-2 font-normal text-sm"
            />
          </label>
        ),
      )}
      {!isDone && add === '' && <Notice>{none}</Notice>}
      {!isDone && add !== '' && (
        <AdminForm action={action} proof="sudo" hidden={{ people: add, until, step: 'write' }} className="grid gap-4">
          <ReasonField />
          <div>
            <SubmitButton>{submit(count(add))}</SubmitButton>
          </div>
        </AdminForm>
      )}
      <p className="text-sm">
        <a href={groupPath(name, 'add')} className="underline underline-offset-4">
          {again}
        </a>
      </p>
    </div>
  );
}

function GroupSettings({ settings, form }: { readonly settings: Wire; readonly form: EntryForm }) {
  return (
    <SettingsForm title={texts.tabs.settings} form={form}>
      <EntrySections
        settings={groupSettings}
        sections={formSections.groups}
        entry={settings}
        asText={!form.canEdit}
        choices={{}}
      />
    </SettingsForm>
  );
}

async function askToDelete(request: AreaRequest) {
  const opened = await openEntry(groupFace, request);
  const { detail, head } = opened;
  const { question, stops, stays, final, members: count, button } = texts.deletion;
  const facts = <Facts facts={[[count, formatUpTo(detail.members, countedMembers)]]} />;
  const body = (
    <Confirmation
      title={question(head.title)}
      texts={{ stops, stays, final, button: button(detail.members) }}
      facts={facts}
      typed={detail.name}
      form={entryForm(groupSection, 'delete').about({ name: head.key })}
      backHref={groupPath(head.key, 'settings')}
    />
  );
  return { title: question(head.title), body: inFrame(groupFace, { ...opened, page: null }, body) };
}

function DeletePanel({ name }: { readonly name: string }) {
  const { title, text, link } = texts.deletion;
  return (
    <Panel title={title}>
      <div className="grid justify-items-start gap-3">
        <p className="text-sm">{text}</p>
        <ButtonLink href={groupPath(name, 'delete')} variant="danger" data-confirm="">
          {link}
        </ButtonLink>
      </div>
    </Panel>
  );
}

async function showList(request: AreaRequest) {
  const asked = readGroupQuery(request.query);
  const page = await listGroupLines(request.admin satisfies AdminContext, asked);
  return { title: texts.title, body: <GroupList request={request} asked={asked} page={page} /> };
}

export const groupPages: AreaPages = {
  section: 'groups',
  actions: groupActions,
  pages: [
    { path: 'groups', permission: 'read', render: showList },
    {
      path: 'groups/new',
      permission: 'edit',
      render: async () =>
        pageBelow(
          { title: texts.create, parent: { label: texts.title, href: '/admin/groups' } },
          <Panel>
            <NewGroupForm />
          </Panel>,
        ),
    },
    { path: 'groups/[name]', permission: 'read', render: entryTab(groupFace, 'members', Members) },
    {
      path: 'groups/[name]/settings',
      permission: 'read',
      render: entryTab(groupFace, 'settings', ({ detail, form, mayEdit }) => (
        <>
          <GroupSettings settings={detail.settings} form={form} />
          {mayEdit && <DeletePanel name={detail.name} />}
        </>
      )),
    },
    { path: 'groups/[name]/activity', permission: 'read', render: activityTab(groupFace, () => null) },
    { path: 'groups/[name]/add', permission: 'edit', render: showAdd },
    { path: 'groups/[name]/delete', permission: 'edit', render: askToDelete },
  ],
};
