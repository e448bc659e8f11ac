import type { ReactNode } from 'react';
import { AdminForm } from '#components/admin/form/admin-form';
import { inputClasses, TextArea, TextField } from '#components/admin/form/field';
import { ReasonField, SubmitButton, SubmitOrCancel } from '#components/admin/form/form-end';
import { ExportButton } from '#components/admin/list/export-button';
import { type Column, nameColumn } from '#components/admin/list/list-table';
import { ListView } from '#components/admin/list/list-view';
import { RowMenu } from '#components/admin/list/row-menu';
import { Moment } from '#components/admin/moment';
import { lastAddress } from '#components/admin/page-facts';
import { PageHeader } from '#components/admin/page-header';
import { RiskList } from '#components/admin/risk-list';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Facts } from '#components/ui/table';
import { Name } from '#components/ui/text';
import { formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import { mayChangeMembers } from '../../access/owned-groups';
import { maximumBulk } from '../../bulk/bulk';
import { groupPath } from '../../entries/entry-path';
import type { AskedEntry, Opened } from '../../entries/view';
import type { AreaContent, AreaRequest } from '../../kit/view';
import { mapLines } from '../../list/list-page';
import { listAddress } from '../../query';
import { findChosen } from '../../users/bulk';
import { userPath } from '../../users/feature';
import { findBySubs } from '../../users/list-store';
import { type ListedUser, readUserPage, readUserPageQuery } from '../../users/read-list';
import { texts as userTexts } from '../../users/texts';
import { addMember, addMembers, changeGroup, removeMember } from '../actions';
import { type GroupDetail, readMembersAmong, type ToldMembership } from '../read';
import { sourceText, texts } from '../texts';

const { members } = texts;
const { auditedReasonHelp } = adminTexts.shell.form;

/** The tab with the people of a group. */
export async function Members({ admin, query, detail, mayEdit: mayEditGroup }: AskedEntry<GroupDetail>) {
  const mayEdit = mayEditGroup && mayChangeMembers(admin, detail);
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
        columns={columns}
        keyOf={({ sub }) => sub}
        {...(mayEdit && { menu: (line: MemberLine) => <MemberMenu {...line} /> })}
      />
      <MemberExport {...detail} />
    </>
  );
}

/** Everybody in a group as a file. */
export function MemberExport({ name, members: count }: Pick<GroupDetail, 'name' | 'members'>) {
  if (count === 0) return null;
  return (
    <div>
      <ExportButton path="/admin/groups/export/submit" query={{ group: name }} />
    </div>
  );
}

type MemberLine = ListedUser & { readonly memberships: readonly ToldMembership[] };

const each = (show: (one: ToldMembership) => ReactNode) => (line: MemberLine) =>
  line.memberships.map((one) => (
    <span key={one.source} className={line.memberships.length > 1 ? 'block' : undefined}>
      {show(one)}
    </span>
  ));

const columns: readonly Column<MemberLine>[] = [
  {
    label: members.columns.user,
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
  { label: members.columns.source, phone: 'fact', cell: each(({ source }) => sourceText(source)) },
  {
    label: members.columns.until,
    phone: 'fact',
    cell: each(({ expiresAt }) => (expiresAt === null ? members.always : <Moment at={expiresAt} />)),
  },
  { label: members.columns.since, isTime: true, cell: each(({ since }) => <Moment at={since} />) },
];

/** Removes somebody from the group, for each source that says they are in it. */
function MemberMenu({ sub, username, memberships }: MemberLine) {
  const items = memberships.map(({ group: name, source }) => ({
    label: memberships.length === 1 ? members.remove : members.removeOf(sourceText(source)),
    href: removeMember.addressOf({ name, sub, source }),
    asks: true,
  }));
  return <RowMenu id={sub} name={username} items={items} />;
}

/** Adds one person. The page for many has another form. */
function AddMember({ name }: { readonly name: string }) {
  const { title, user, userHelp, until, untilHelp, submit, many } = texts.add;
  return (
    <Panel title={title}>
      <AdminForm action={`${addMember.addressOf({ name })}/submit`} label={title} proof="sudo" className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField name="member" label={user} help={userHelp} maxLength={400} pick="user" />
          <TextField name="until" label={until} help={untilHelp} type="date" />
        </div>
        <ReasonField form="member" help={auditedReasonHelp} />
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
export function AddMembers({ detail: { name } }: Opened<GroupDetail>) {
  const { title, people, peopleHelp, review, again } = texts.many;
  const action = `${addMembers.addressOf({ name })}/submit`;
  const back = { label: again, href: groupPath(name, 'add') };
  return (
    <Panel title={title}>
      <AdminForm
        action={action}
        label={title}
        proof="sudo"
        className="grid max-w-2xl gap-5"
        done={(result) => <Reviewed action={action} result={result} back={back} />}
      >
        <TextArea name="people" label={people} help={peopleHelp} rows={12} />
        <TextField name="until" label={texts.add.until} help={texts.add.untilHelp} type="date" />
        <SubmitOrCancel submit={review} backHref={groupPath(name)} />
      </AdminForm>
    </Panel>
  );
}

/** Adds chosen users to a group, or removes them: first who that would be, then the change. */
export async function showChangeGroup({ admin, query }: AreaRequest): Promise<AreaContent> {
  const change = query.change === 'remove' ? 'remove' : 'add';
  const { people, peopleHelp, review } = texts.many;
  const { group, groupHelp, back, [change]: title } = texts.bulk;
  const { ids, isCut } = await findChosen(admin, query);
  const names = (await findBySubs(admin.db, ids)).map(({ username }) => username);
  const action = `${changeGroup.addressOf()}/submit`;
  const href = lastAddress('/admin/users');
  const body = (
    <>
      <PageHeader title={title} parent={{ label: userTexts.title, href }} />
      {isCut && <Notice tone="warning" title={adminTexts.shell.bulk.cut(formatNumber(maximumBulk))} />}
      <Panel>
        <AdminForm
          action={action}
          label={title}
          proof="sudo"
          className="grid max-w-2xl gap-5"
          done={(result) => <Reviewed action={action} result={result} back={{ label: back, href }} />}
        >
          <input type="hidden" name="change" value={change} />
          <TextField name="group" label={group} help={groupHelp} maxLength={400} pick="group" />
          <TextArea name="people" label={people} help={peopleHelp} rows={12} initial={names.join('\n')} />
          {change === 'add' && (
            <TextField name="until" label={texts.add.until} help={texts.add.untilHelp} type="date" />
          )}
          <SubmitOrCancel submit={review} backHref={href} />
        </AdminForm>
      </Panel>
    </>
  );
  return { title, body };
}

type ReviewedProps = {
  readonly action: string;
  readonly result: Readonly<Record<string, string>>;
  readonly back: { readonly label: string; readonly href: string };
};

/** What a list means for a group, in a form that the field takes again. */
function Reviewed({ action, result, back }: ReviewedProps) {
  const { changed = '', until = '', group = '', written, ...others } = result;
  const change = others.change === 'remove' ? 'remove' : 'add';
  const { will, done, known, lists, submit, none } = texts.many;
  const count = (text: string) => (text === '' ? 0 : text.split('\n').length);
  const isDone = written === '1';
  const shown = { changed: (isDone ? done : will)[change], known: known[change], ...lists };
  const end = change === 'add' ? [[texts.add.until, until || members.always] as const] : [];
  return (
    <div className="grid gap-5" role="status">
      {(['changed', 'known', 'stays', 'unknown', 'ambiguous', 'forbidden'] as const).map((kind) => (
        <PeopleField key={kind} label={shown[kind](count(result[kind] ?? ''))} text={result[kind] ?? ''} />
      ))}
      {changed === '' ? (
        !isDone && <Notice>{none[change]}</Notice>
      ) : (
        <Facts facts={[[texts.bulk.group, group], ...end]} />
      )}
      <RiskList risks={others.effects ? others.effects.split('\n') : []} />
      {!isDone && changed !== '' && (
        <AdminForm
          action={action}
          proof="sudo"
          hidden={{ people: changed, until, group, change, step: 'write' }}
          className="grid gap-4"
        >
          <ReasonField help={auditedReasonHelp} />
          <div>
            <SubmitButton>{submit[change](count(changed))}</SubmitButton>
          </div>
        </AdminForm>
      )}
      <p className="text-sm">
        <a href={back.href} className="underline underline-offset-4">
          {back.label}
        </a>
      </p>
    </div>
  );
}

/** Some people of a pasted list, one on a line. */
export function PeopleField({ label, text }: { readonly label: string; readonly text: string }) {
  if (text === '') return null;
  return (
    <label className="grid gap-1.5 font-medium text-sm">
      {label}
      <textarea
        readOnly
        rows={Math.min(8, text.split('\n').length)}
        defaultValue={text}
        dir="auto"
        className={`${inputClasses} font-normal`}
      />
    </label>
  );
}
