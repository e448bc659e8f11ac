import type { ReactNode } from 'react';
import { ActivityTab } from '#components/admin/users/activity-tab';
import { AppsTab } from '#components/admin/users/apps-tab';
import { SecurityTab } from '#components/admin/users/security-tab';
import { SessionsTab } from '#components/admin/users/sessions-tab';
import { UserFrame, type UserTab } from '#components/admin/users/user-frame';
import type { AdminContext } from '#lib/admin/admin-context';
import { AdminError } from '#lib/admin/admin-error';
import { readUserActivity } from '#lib/admin/users/read-activity';
import { readUserFactors } from '#lib/admin/users/read-factors';
import {
  readSessionPage,
  readUserApps,
  readUserFacts,
  readUserIdentities,
  readUserSecurity,
  type UserFacts,
} from '#lib/admin/users/read-user';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { pageAmong, readPageNumber } from '#lib/vocabulary/numbered-page';
import { readPathKey } from '#lib/vocabulary/path-segment';
import * as actions from '../../actions';

export const dynamic = 'force-dynamic';

const tabs = ['security', 'sessions', 'apps', 'activity'] as const;

export default adminPage({
  policy: { permission: 'read' },
  section: 'users',
  render: async ({ admin, params, csrf, query }) => {
    const tab = tabs.find((name) => name === params.tab);
    if (tab === undefined) throw new AdminError('not_found', 'There is no such page');
    const user = await readUserFacts(admin, readPathKey(params.sub));
    const body = (
      <UserFrame user={user} tab={tab} admin={admin}>
        {await show(tab, { admin, user, csrf, page: readPageNumber(query.page) })}
      </UserFrame>
    );
    return { title: `${user.username} · ${adminTexts.users.tabs[tab]}`, body };
  },
});

type Shown = {
  readonly admin: AdminContext;
  readonly user: UserFacts;
  readonly csrf: string;
  readonly page: number;
};

async function show(tab: Exclude<UserTab, 'profile'>, { admin, user, csrf, page }: Shown): Promise<ReactNode> {
  const { sub } = user;
  switch (tab) {
    case 'security': {
      const security = await readUserSecurity(admin, sub);
      const factors = await readUserFactors(admin, sub);
      const identities = await readUserIdentities(admin, sub);
      return <SecurityTab {...{ user, security, factors, identities, actions, csrf }} />;
    }
    case 'sessions':
      return <SessionsTab user={user} sessions={await readSessionPage(admin, sub, page)} />;
    case 'apps':
      return <AppsTab user={user} apps={pageAmong(await readUserApps(admin, sub), page)} />;
    case 'activity':
      return <ActivityTab user={user} events={await readUserActivity(admin, sub)} />;
    default:
      return tab satisfies never;
  }
}
