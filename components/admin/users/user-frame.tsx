import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import { Notice } from '#components/ui/notice';
import { TabsNav } from '#components/ui/tabs-nav';
import { pathKey } from '#lib/admin/path-key';
import type { UserFacts } from '#lib/admin/users/read-user';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';
import { StateBadge } from './state-badge';

export type UserTab = Exclude<keyof typeof adminTexts.users.tabs, 'label'>;

const tabs: readonly UserTab[] = ['profile', 'security', 'sessions', 'apps', 'identities', 'roles', 'activity'];

type UserFrameProps = { readonly user: UserFacts; readonly tab: UserTab; readonly children: ReactNode };

/** Who this is, and the parts of the account. */
export function UserFrame({ user, tab, children }: UserFrameProps) {
  const texts = adminTexts.users;
  const base = `/admin/users/${pathKey(user.sub)}`;
  const badges = (
    <>
      <StateBadge enabled={user.enabled} />
      {user.role && <Badge>{texts.roles[user.role]}</Badge>}
    </>
  );
  const { name } = user.claims;
  return (
    <>
      <PageHeader
        title={user.username}
        {...(typeof name === 'string' && { description: name })}
        parent={{ label: texts.title, href: '/admin/users' }}
        badges={badges}
      />
      <TabsNav
        label={texts.tabs.label}
        tabs={tabs.map((name) => ({
          label: texts.tabs[name],
          href: name === 'profile' ? base : `${base}/${name}`,
          current: name === tab,
        }))}
      />
      {!user.mayChange && <Notice>{texts.readOnly}</Notice>}
      {children}
    </>
  );
}
