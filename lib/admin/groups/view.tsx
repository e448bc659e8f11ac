import { Confirmation } from '#components/admin/entries/confirmation';
import { type EntryForm, EntrySections, SettingsForm } from '#components/admin/entries/settings-form';
import { AdminForm } from '#components/admin/form/admin-form';
import { TextField } from '#components/admin/form/field';
import { SubmitOrCancel } from '#components/admin/form/form-end';
import { EntryList } from '#components/admin/list/entry-list';
import { type Column, EntryName, nameColumn } from '#components/admin/list/list-table';
import { RiskList } from '#components/admin/risk-list';
import { ButtonLink } from '#components/ui/button';
import { EmptyState, Panel } from '#components/ui/panel';
import { Cell, Facts, Table } from '#components/ui/table';
import { Name } from '#components/ui/text';
import { groupSettings } from '#lib/groups/settings';
import { formSections } from '#lib/i18n/admin/form-sections';
import { formatNumber, formatUpTo } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import { groupKey } from '#lib/vocabulary/group-name';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { canEdit } from '../access/permission';
import { auditPath } from '../audit/feature';
import { readEndEffects } from '../entries/end-effects';
import { entryForm } from '../entries/entry-forms';
import { groupPath } from '../entries/entry-path';
import { activityTab, type EntryFace, entryTab } from '../entries/view';
import { besidePage, DeletePanel, newPage } from '../entries/views/beside';
import type { AreaPages, AreaRequest } from '../kit/view';
import { addressWith, listAddress } from '../query';
import { createGroup, groupActions } from './actions';
import { countedMembers } from './member-store';
import { type GroupDetail, type GroupLine, listGroupLines, readGroup, readGroupQuery } from './read';
import { groupSection } from './section';
import { texts } from './texts';
import { type Use, usesOfGroups } from './uses';
import { AddMembers, MemberExport, Members, showChangeGroup } from './views/members';

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
  idLabel: adminTexts.shell.detail.id,
  tabs: { label, pages: tabs },
  isFirstNamed: true,
} satisfies EntryFace<GroupDetail>;

const { list } = texts;

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
  {
    label: list.columns.uses,
    phone: 'fact',
    isNumber: true,
    cell: ({ name, uses }) =>
      uses === 0 ? (
        0
      ) : (
        <a href={groupPath(name, 'used')} className="underline underline-offset-4">
          {formatNumber(uses)}
        </a>
      ),
  },
];

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

function GroupSettings({ settings, form }: { readonly settings: Wire; readonly form: EntryForm }) {
  return (
    <SettingsForm title={texts.tabs.settings} form={form}>
      <EntrySections settings={groupSettings} sections={formSections.groups} entry={settings} asText={!form.canEdit} />
    </SettingsForm>
  );
}

const askToDelete = besidePage(groupFace, texts.deletion.title, async ({ detail, head }, { admin }) => {
  const { question, stops, stays, final, members, button } = texts.deletion;
  return (
    <Confirmation
      title={question(head.title)}
      texts={{ stops, stays, final, button: button(detail.members) }}
      facts={
        <>
          <Facts facts={[[members, formatUpTo(detail.members, countedMembers)]]} />
          <RiskList risks={await readEndEffects(admin, groupSection, { key: detail.name, what: 'delete' })} />
          <MemberExport {...detail} />
        </>
      }
      typed={detail.name}
      form={entryForm(groupSection, 'delete').about({ name: head.key })}
      backHref={groupPath(head.key, 'settings')}
    />
  );
});

async function showList({ admin, query }: AreaRequest) {
  const asked = readGroupQuery(query);
  const { state, empty, unused } = list.filters;
  const body = (
    <EntryList
      address={listAddress('/admin/groups', query)}
      texts={texts}
      mayEdit={canEdit(admin)}
      page={await listGroupLines(admin, asked)}
      search={{ label: list.search, value: asked.q }}
      filters={[
        {
          name: 'state',
          label: state,
          value: asked.state,
          options: [
            ['empty', empty],
            ['unused', unused],
          ],
        },
      ]}
      columns={groupColumns}
      keyOf={({ name }) => name}
    />
  );
  return { title: texts.title, body };
}

/** Who names the group, each a link. */
function UsedBy({ uses }: { readonly uses: readonly Use[] }) {
  const { caption, columns, kinds, empty, emptyText, clients } = texts.used;
  if (uses.length === 0) {
    return (
      <EmptyState title={empty} text={emptyText}>
        <ButtonLink href="/admin/clients">{clients}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <Table caption={caption} head={[columns.entry, columns.kind, columns.gives]}>
      {uses.map(({ kind, id, name, href, gives }) => (
        <tr key={`${kind} ${id}`}>
          <Cell heading>
            <a href={href} className="underline underline-offset-4">
              <Name>{name}</Name>
            </a>
          </Cell>
          <Cell>{kinds[kind]}</Cell>
          <Cell>
            <Name>{gives.join(', ')}</Name>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** Where the events of members are: their targets are the people. */
function MemberEvents() {
  const { text, link } = texts.activity;
  return (
    <p className="text-sm">
      {text}{' '}
      <a href={addressWith(auditPath, {}, { range: 'all', group: 'group' })} className="underline underline-offset-4">
        {link}
      </a>
    </p>
  );
}

export const groupPages: AreaPages = {
  section: 'groups',
  actions: groupActions,
  pages: [
    { path: 'groups', permission: 'read', render: showList },
    {
      path: 'groups/new',
      permission: 'edit',
      render: newPage(
        groupFace,
        texts.create,
        <Panel>
          <NewGroupForm />
        </Panel>,
      ),
    },
    { path: 'groups/[name]', name: 'admin-group', permission: 'read', render: entryTab(groupFace, 'members', Members) },
    {
      path: 'groups/[name]/used',
      permission: 'read',
      render: entryTab(groupFace, 'used', ({ admin, detail }) => (
        <UsedBy uses={usesOfGroups(admin.snapshot).get(groupKey(detail.name)) ?? []} />
      )),
    },
    { path: 'users/groups', permission: 'edit', render: showChangeGroup },
    {
      path: 'groups/[name]/settings',
      permission: 'read',
      render: entryTab(groupFace, 'settings', ({ detail, form, mayEdit }) => (
        <>
          <GroupSettings settings={detail.settings} form={form} />
          {mayEdit && <DeletePanel texts={texts.deletion} href={groupPath(detail.name, 'delete')} />}
        </>
      )),
    },
    { path: 'groups/[name]/activity', permission: 'read', render: activityTab(groupFace, MemberEvents) },
    {
      path: 'groups/[name]/add',
      permission: 'edit',
      render: besidePage(groupFace, texts.many.title, AddMembers, 'members'),
    },
    { path: 'groups/[name]/delete', permission: 'edit', render: askToDelete },
  ],
};
