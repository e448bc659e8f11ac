import type { ReactNode } from 'react';
import { DetailHeader, type HeaderLink } from '#components/admin/entries/detail-header';
import { Moment } from '#components/admin/moment';
import { Notice } from '#components/ui/notice';
import { TabsNav } from '#components/ui/tabs-nav';
import { Name } from '#components/ui/text';
import { adminTexts } from '#lib/i18n/admin/texts';
import { pageAmong, readPageNumber } from '#lib/vocabulary/numbered-page';
import type { AdminContext } from '../admin-context';
import { userAssignmentActions } from '../assignments/actions';
import { UserAccess } from '../assignments/views/user-access';
import { eventsPath } from '../audit/feature';
import { readMemberships } from '../groups/read';
import type { AreaPages, AreaRequest } from '../kit/view';
import { addressWith, listAddress } from '../query';
import { changeRole, deleteUser, disableUser, enableUser, signOutAll, userActions } from './actions';
import { userBulk } from './bulk';
import { userPath } from './feature';
import {
  mayAsk,
  readSessionPage,
  readUserActivity,
  readUserApps,
  readUserFactors,
  readUserFacts,
  readUserIdentities,
  readUserSecurity,
  type UserFacts,
} from './read';
import { readUserPage, readUserPageQuery } from './read-list';
import { texts } from './texts';
import { StateBadge, UserListView } from './views/list';
import { NewUserView, ProfileForm } from './views/profile';
import { ActivityTab, AppsTab, GroupsTab, SecurityTab, SessionsTab } from './views/tabs';

type UserTab = Exclude<keyof typeof texts.tabs, 'label'>;

const tabs: readonly UserTab[] = ['profile', 'security', 'sessions', 'access', 'apps', 'activity'];

export const userPages: AreaPages = {
  section: 'users',
  actions: [...userActions, ...userAssignmentActions],
  bulk: userBulk,
  frame: async ({ admin, names }, question) => {
    return frame(admin, await readUserFacts(admin, names.sub ?? null), null, question);
  },
  pages: [
    {
      path: 'users',
      permission: 'read',
      render: async ({ admin, query }) => {
        const asked = readUserPageQuery(query);
        const body = (
          <UserListView
            address={listAddress('/admin/users', query)}
            asked={asked}
            page={await readUserPage(admin, asked)}
            providers={[...admin.snapshot.providers.values()]}
            tenants={[...admin.snapshot.tenants.values()]}
            principal={admin.principal}
          />
        );
        return { title: texts.title, body };
      },
    },
    {
      path: 'users/new',
      permission: 'edit',
      render: async ({ admin }) => {
        return { title: texts.new.title, body: <NewUserView minimum={admin.snapshot.portal.passwordMinLength} /> };
      },
    },
    {
      path: 'users/[sub]',
      permission: 'read',
      render: (request) => showTab(request, 'profile', async (_, user) => <ProfileForm user={user} />),
    },
    {
      path: 'users/[sub]/security',
      permission: 'read',
      render: (request) =>
        showTab(request, 'security', async (admin, user) => {
          const security = await readUserSecurity(admin, user.sub);
          const factors = await readUserFactors(admin, user.sub);
          const identities = await readUserIdentities(admin, user.sub);
          return <SecurityTab {...{ user, security, factors, identities }} />;
        }),
    },
    {
      path: 'users/[sub]/sessions',
      permission: 'read',
      render: (request) =>
        showTab(request, 'sessions', async (admin, user) => {
          const page = readPageNumber(request.query.page);
          return <SessionsTab user={user} sessions={await readSessionPage(admin, user.sub, page)} />;
        }),
    },
    {
      path: 'users/[sub]/access',
      name: 'admin-user-access',
      permission: 'read',
      render: (request) =>
        showTab(request, 'access', async (admin, user) => {
          return (
            <>
              <GroupsTab user={user} memberships={await readMemberships(admin, user.sub)} />
              {await UserAccess({ admin, user, page: request.query.page })}
            </>
          );
        }),
    },
    {
      path: 'users/[sub]/apps',
      permission: 'read',
      render: (request) =>
        showTab(request, 'apps', async (admin, user) => {
          const apps = await readUserApps(admin, user.sub);
          return <AppsTab user={user} apps={pageAmong(apps, readPageNumber(request.query.page))} />;
        }),
    },
    {
      path: 'users/[sub]/activity',
      permission: 'read',
      render: (request) =>
        showTab(request, 'activity', async (admin, user) => {
          return <ActivityTab user={user} events={await readUserActivity(admin, user.sub)} />;
        }),
    },
    { path: 'users/[sub]/confirm/[what]', leadsTo: 'users/[sub]/[what]' },
  ],
};

async function showTab(
  { admin, names }: AreaRequest,
  tab: UserTab,
  show: (admin: AdminContext, user: UserFacts) => Promise<ReactNode>,
) {
  const user = await readUserFacts(admin, names.sub ?? null);
  const title = tab === 'profile' ? user.username : `${user.username} · ${texts.tabs[tab]}`;
  return { title, body: frame(admin, user, tab, await show(admin, user)) };
}

function frame(admin: AdminContext, user: UserFacts, tab: UserTab | null, children: ReactNode) {
  return (
    <UserFrame user={user} tab={tab} admin={admin}>
      {children}
    </UserFrame>
  );
}

type UserFrameProps = {
  readonly user: UserFacts;
  /** Null on a page that asks for confirmation. */
  readonly tab: UserTab | null;
  readonly admin: Pick<AdminContext, 'principal'>;
  readonly children: ReactNode;
};

/** The header and the tabs of an account. */
export function UserFrame({ user, tab, admin, children }: UserFrameProps) {
  const { sub } = user;
  return (
    <>
      <DetailHeader
        parent={{ label: texts.title, href: '/admin/users' }}
        icon="users"
        title={user.username}
        kinds={[]}
        states={!user.enabled && <Disabled user={user} admin={admin} />}
        id={{ label: adminTexts.shell.detail.id, value: sub }}
        facts={factsOf(user, admin)}
        menu={menuOf(user, admin)}
      />
      <TabsNav
        label={texts.tabs.label}
        tabs={tabs.map((name) => ({ label: texts.tabs[name], href: userPath(sub, name), current: name === tab }))}
      />
      {!user.mayChange && <Notice>{texts.readOnly}</Notice>}
      {children}
    </>
  );
}

/** Says that the account is disabled, and how to enable it. */
function Disabled({ user, admin }: Pick<UserFrameProps, 'user' | 'admin'>) {
  return (
    <>
      <StateBadge enabled={false} />
      {mayAsk('enable', user, admin) && (
        <a
          href={enableUser.addressOf({ sub: user.sub })}
          data-confirm=""
          className="text-sm underline underline-offset-4"
        >
          {enableUser.link}
        </a>
      )}
    </>
  );
}

/** The name, the role with a link to change it, and the last sign-in. */
function factsOf(user: UserFacts, admin: UserFrameProps['admin']): readonly ReactNode[] {
  const { facts, roles } = texts;
  const { name } = user.claims;
  return [
    ...(typeof name === 'string' ? [<Name key="name">{name}</Name>] : []),
    <>
      {facts.role(user.role && roles[user.role])}{' '}
      {mayAsk('role', user, admin) && (
        <a href={changeRole.addressOf({ sub: user.sub })} data-confirm="" className="underline underline-offset-4">
          {changeRole.link}
        </a>
      )}
    </>,
    <>
      {facts.lastSignIn}: {user.lastSignInAt ? <Moment at={user.lastSignInAt} /> : adminTexts.shell.never}
    </>,
  ];
}

function menuOf(user: UserFacts, admin: UserFrameProps['admin']): readonly HeaderLink[] {
  const { sub, username } = user;
  const asking = { 'sign-out': signOutAll, enable: enableUser, disable: disableUser, delete: deleteUser };
  const linksTo = (what: keyof typeof asking): HeaderLink[] => {
    const { link: label, addressOf } = asking[what];
    const isDangerous = what === 'disable' || what === 'delete';
    return mayAsk(what, user, admin) ? [{ label, href: addressOf({ sub }), isDangerous, asks: true }] : [];
  };
  return [
    ...linksTo('sign-out'),
    { label: texts.menu.tokens, href: addressWith('/admin/debug/simulator', {}, { user: username }) },
    { label: texts.menu.events, href: eventsPath({ target: sub }) },
    ...linksTo(user.enabled ? 'disable' : 'enable'),
    ...linksTo('delete'),
  ];
}
