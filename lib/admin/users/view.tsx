import type { ReactNode } from 'react';
import { PageHeader } from '#components/admin/page-header';
import { mailTransport } from '#lib/mail/mail';
import { namedTenants } from '#lib/vocabulary/user-tenants';
import type { AdminContext } from '../admin-context';
import { notFound } from '../admin-error';
import { userAssignmentActions } from '../assignments/actions';
import { UserAccess } from '../assignments/views/user-access';
import { readMemberships } from '../groups/read';
import type { AreaPages, AreaRequest } from '../kit/view';
import { listAddress, type Query, textOf } from '../query';
import { userActions } from './actions';
import { userBulk } from './bulk';
import { userPath } from './feature';
import {
  countUserSessions,
  readUserApps,
  readUserFactors,
  readUserFacts,
  readUserIdentities,
  readUserSecurity,
  readUserSessions,
  type UserFacts,
} from './read';
import { readUserPage, readUserPageQuery } from './read-list';
import { readSignInStatus } from './sign-in-status';
import { texts } from './texts';
import { readTimeline } from './timeline';
import { AccessCard, AppsCard, MethodsCard, ProfileCard, rowsOn, SessionsCard } from './views/cards';
import { nameOf, UserHeader } from './views/header';
import { UserListView } from './views/list';
import { NewUserView, ProfileForm } from './views/profile';
import { StatusLine } from './views/status';
import { GroupsTab } from './views/tabs';
import { Timeline } from './views/timeline';

export const userPages: AreaPages = {
  section: 'users',
  actions: [...userActions, ...userAssignmentActions],
  bulk: userBulk,
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
            canMail={hasMail(admin)}
          />
        );
        return { title: texts.title, body };
      },
    },
    {
      path: 'users/new',
      permission: 'edit',
      render: async ({ admin }) => {
        const minimum = admin.snapshot.portal.passwordMinLength;
        return { title: texts.new.title, body: <NewUserView minimum={minimum} canMail={hasMail(admin)} /> };
      },
    },
    {
      path: 'users/[sub]',
      permission: 'read',
      render: async (request) => {
        const user = await readUserFacts(request.admin, request.names.sub ?? null);
        return { title: nameOf(user), body: await deskOf(user, request) };
      },
    },
    {
      path: 'users/[sub]/profile',
      permission: 'edit',
      render: (request) =>
        showBelow(request, texts.profile.title, async (_, user) => {
          if (!user.mayChange) throw notFound();
          return <ProfileForm user={user} />;
        }),
    },
    {
      path: 'users/[sub]/access',
      name: 'admin-user-access',
      permission: 'read',
      render: (request) =>
        showBelow(request, texts.access.title, async (admin, user) => {
          return (
            <>
              <GroupsTab user={user} memberships={await readMemberships(admin, user.sub)} />
              {await UserAccess({ admin, user, page: request.query.page })}
            </>
          );
        }),
    },
    ...(['security', 'sessions', 'apps', 'activity'] as const).map((tab) => {
      return { path: `users/[sub]/${tab}`, leadsTo: 'users/[sub]' };
    }),
    { path: 'users/[sub]/confirm/[what]', leadsTo: 'users/[sub]/[what]' },
  ],
};

/** Whether mail is set up. An outbox counts. */
function hasMail({ settings }: AdminContext): boolean {
  return mailTransport(settings) !== 'none';
}

/** Everything about a person on one page. */
async function deskOf(user: UserFacts, { admin, query }: AreaRequest): Promise<ReactNode> {
  const { sub } = user;
  const of = {
    user,
    admin,
    security: await readUserSecurity(admin, sub),
    factors: await readUserFactors(admin, sub),
    identities: await readUserIdentities(admin, sub),
  };
  const isAll = query.all === '1';
  const page = isAll ? pageOf(query, 'sessions') : null;
  const sessions = await readUserSessions(admin, { sub, ...rowsOn(page) });
  const apps = await readUserApps(admin, sub);
  const tenants = namedTenants(user.tenants).map((name) => admin.snapshot.tenants.get(name)?.displayName ?? name);
  return (
    <>
      <UserHeader {...of} />
      <StatusLine {...of} status={await readSignInStatus(admin, user)} tenants={tenants} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Timeline user={user} timeline={await readTimeline(admin, { sub, query })} />
        <div className="grid min-w-0 content-start gap-4">
          <MethodsCard {...of} />
          <SessionsCard {...of} rows={sessions} total={await countUserSessions(admin, sub)} page={page} />
          <AppsCard {...of} rows={apps} page={isAll ? pageOf(query, 'apps') : null} />
          <AccessCard user={user} memberships={await readMemberships(admin, sub)} />
          <ProfileCard user={user} tenants={tenants} />
        </div>
      </div>
    </>
  );
}

/** The page of a list, from 1. */
function pageOf(query: Query, list: 'sessions' | 'apps'): number {
  return Math.max(1, Number(/^[1-9]\d{0,4}$/.exec(textOf(query, list, 5) ?? '')?.[0] ?? 1));
}

/** A page below that of a person. */
async function showBelow(
  { admin, names }: AreaRequest,
  title: string,
  show: (admin: AdminContext, user: UserFacts) => Promise<ReactNode>,
) {
  const user = await readUserFacts(admin, names.sub ?? null);
  const body = (
    <>
      <PageHeader title={title} parent={{ label: nameOf(user), href: userPath(user.sub) }} />
      {await show(admin, user)}
    </>
  );
  return { title: `${nameOf(user)} · ${title}`, body };
}
