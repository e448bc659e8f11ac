import { ExportButton } from '#components/admin/list/export-button';
import { ListTotal } from '#components/admin/list/list-paging';
import { Absent, type Column, isDisabled, nameColumn } from '#components/admin/list/list-table';
import type { ListFilter } from '#components/admin/list/list-toolbar';
import { ListView } from '#components/admin/list/list-view';
import { type RowItem, RowMenu } from '#components/admin/list/row-menu';
import { Moment } from '#components/admin/moment';
import { timeView } from '#components/admin/page-facts';
import { PageHeader } from '#components/admin/page-header';
import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Monogram } from '#components/ui/monogram';
import { Name } from '#components/ui/text';
import { formatPeriod } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { IdentityProvider } from '#lib/providers/provider';
import type { Tenant } from '#lib/tenants/schema';
import { isPermitted } from '../../access/permission';
import type { Principal } from '../../access/principal';
import { texts as groupTexts } from '../../groups/texts';
import type { Action } from '../../kit/define-action';
import type { ListPage } from '../../list/list-page';
import type { ListAddress } from '../../query';
import {
  deleteUser,
  disableUser,
  enableUser,
  mailPasswordLink,
  newPasswordLink,
  newUser,
  signOutAll,
} from '../actions';
import { userBulk } from '../bulk';
import { userPath } from '../feature';
import { mayAsk, mayChange } from '../read';
import { type ListedUser, type UserPageQuery, type UserQuery, userRoles, userStates } from '../read-list';
import { texts } from '../texts';

type UserListViewProps = {
  readonly address: ListAddress;
  readonly asked: UserPageQuery;
  readonly page: ListPage<ListedUser>;
  /** All identity providers. */
  readonly providers: readonly Pick<IdentityProvider, 'name' | 'displayName'>[];
  /** All tenants. */
  readonly tenants: readonly Pick<Tenant, 'name' | 'displayName'>[];
  readonly principal: Pick<Principal, 'role' | 'sub'>;
  readonly canMail: boolean;
};

/** The list of users with its search and filters. */
export function UserListView({ address, asked, page, providers, tenants, principal, canMail }: UserListViewProps) {
  const canEdit = isPermitted(principal.role, 'edit');
  return (
    <>
      <PageHeader
        title={texts.title}
        badges={<ListTotal {...page} />}
        description={texts.description}
        actions={
          <>
            <ExportButton path={bulk.exportPath} query={address.query} />
            {canEdit && (
              <ButtonLink href={newUser.addressOf()} variant="primary" data-confirm="">
                {texts.create}
              </ButtonLink>
            )}
          </>
        }
      />
      <ListView
        address={address}
        texts={texts}
        page={page}
        sort={asked.sort}
        search={{ label: texts.filters.q, value: asked.q, maxLength: 255 }}
        filters={filtersOf(asked, { providers, tenants })}
        columns={columns}
        keyOf={({ sub }) => sub}
        isMuted={isDisabled}
        menu={(user) => <RowMenu id={user.sub} name={user.username} items={itemsOf(user, { principal, canMail })} />}
        {...(canEdit && { bulk })}
        {...(asked.q !== null && { noneText: texts.noneText })}
      />
    </>
  );
}

const bulk = {
  ...userBulk,
  exportPath: '/admin/users/export/submit',
  others: (['add', 'remove'] as const).map((change) => {
    return { label: groupTexts.bulk[change], path: '/admin/users/groups', change };
  }),
  named: ({ sub: id, username: name }: ListedUser) => ({ id, name }),
} as const;

function itemsOf(
  { sub, enabled, role, email }: ListedUser,
  { principal, canMail }: Pick<UserListViewProps, 'principal' | 'canMail'>,
): readonly RowItem[] {
  const { open, copyId, enable, disable } = adminTexts.shell.list;
  const user = { mayChange: mayChange(principal, { sub, admin: role }), isSelf: sub === principal.sub, enabled };
  const ask = (what: Parameters<typeof mayAsk>[0], action: Action, label = action.link): RowItem[] =>
    mayAsk(what, user, { principal }) ? [{ label, href: action.addressOf({ sub }), asks: true }] : [];
  const reset = canMail && enabled && email !== null ? mailPasswordLink : newPasswordLink;
  return [
    { label: open, href: userPath(sub) },
    { label: copyId, copy: sub },
    ...ask('mail', reset, texts.help.reset),
    ...ask('sign-out', signOutAll),
    ...(enabled ? ask('disable', disableUser, disable) : ask('enable', enableUser, enable)),
    ...ask('delete', deleteUser),
  ];
}

type Choices = Pick<UserListViewProps, 'providers' | 'tenants'>;

function filtersOf(asked: UserQuery, { providers, tenants }: Choices): readonly ListFilter[] {
  const { filters, states, roles } = texts;
  const { activeSince } = asked;
  return [
    {
      name: 'state',
      label: filters.state,
      value: asked.state,
      options: userStates.map((state) => [state, states[state]]),
    },
    { name: 'role', label: filters.role, value: asked.role, options: userRoles.map((role) => [role, roles[role]]) },
    {
      name: 'signed_in',
      label: filters.signedIn,
      value: asked.signedIn,
      options: [['never', adminTexts.shell.never]],
    },
    { name: 'attack', label: filters.attack, value: asked.attack, options: [['now', filters.attackNow]] },
    {
      name: 'provider',
      label: filters.provider,
      value: asked.provider,
      options: providers.map(({ name, displayName }) => [name, displayName]),
    },
    {
      name: 'tenant',
      label: filters.tenant,
      value: asked.tenant,
      options: tenants.map(({ name, displayName }) => [name, displayName]),
    },
    { name: 'group', label: filters.group, value: asked.group, pick: 'group' },
    ...(activeSince === null ? [] : [activeFilter(activeSince)]),
  ];
}

/** The users who got a token since a time. The overview counts the same. */
function activeFilter(since: string): ListFilter {
  const { active, activeSince } = texts.filters;
  const told = activeSince(formatPeriod({ from: since, to: null }, timeView().zone));
  return { name: 'from', label: active, value: since, options: [[since, told]] };
}

const { user, state, role, tenants: ofTenants, lastSignIn, created } = texts.columns;

const columns: readonly Column<ListedUser>[] = [
  {
    label: user,
    phone: 'name',
    sort: 'username',
    className: nameColumn,
    cell: ({ sub, username, name, email }) => (
      <div className="relative min-h-9 min-w-0 ps-11">
        <span className="absolute start-0 top-0.5">
          <Monogram name={name ?? username} shape="small-person" />
        </span>
        <a href={userPath(sub)} className="underline underline-offset-4">
          <Name>{name ?? username}</Name>
        </a>
        <span className="block font-normal text-muted-foreground text-xs">
          {name !== null && (
            <>
              <Name>{username}</Name>
              {email && ' · '}
            </>
          )}
          {email && <Name>{email}</Name>}
        </span>
      </div>
    ),
  },
  {
    label: role,
    phone: 'fact',
    cell: (line) => (line.role === null ? <Absent text={texts.roles.none} /> : <Badge>{texts.roles[line.role]}</Badge>),
  },
  {
    label: ofTenants,
    isWide: true,
    className: 'max-w-48 [overflow-wrap:anywhere]',
    cell: (line) => <Tenants tenants={line.tenants} />,
  },
  {
    label: lastSignIn,
    phone: 'fact',
    sort: 'last_sign_in',
    isTime: true,
    cell: ({ lastSignInAt }) =>
      lastSignInAt ? (
        <Moment at={lastSignInAt} />
      ) : (
        <span className="text-muted-foreground">{adminTexts.shell.never}</span>
      ),
  },
  { label: created, sort: 'created', isTime: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    label: state,
    phone: 'state',
    className: 'whitespace-nowrap',
    cell: ({ enabled, isAttacked }) => <StateBadge enabled={enabled} isAttacked={isAttacked} />,
  },
];

const shownTenants = 3;

function Tenants({ tenants: of }: { readonly tenants: ListedUser['tenants'] }) {
  const { allTenants, noTenant, moreTenants } = texts;
  if (of === 'none') return <Absent text={noTenant} />;
  if (of === 'all') return allTenants;
  const more = of.length - shownTenants;
  return (
    <>
      {of.slice(0, shownTenants).join(', ')}
      {more > 0 && ` ${moreTenants(more)}`}
    </>
  );
}

type StateBadgeProps = {
  readonly enabled: boolean;
  readonly isAttacked?: boolean;
  /** The usual state is a badge too. */
  readonly isChip?: boolean;
};

/** Whether a user is enabled, disabled or under attack. In a list the usual state is plain text. */
export function StateBadge({ enabled, isAttacked = false, isChip = false }: StateBadgeProps) {
  const { disabled, attacked, enabled: usual } = texts.states;
  if (!enabled) return <Badge>{disabled}</Badge>;
  if (isAttacked) return <Badge tone="warning">{attacked}</Badge>;
  return isChip ? <Badge tone="good">{usual}</Badge> : usual;
}
