import type { ReactNode } from 'react';
import { Name } from '#components/ui/name';
import { Notice } from '#components/ui/notice';
import { TabsNav } from '#components/ui/tabs-nav';
import { pathKey } from '#lib/admin/path-key';
import type { UserFacts } from '#lib/admin/users/read-user';
import { adminTexts } from '#lib/i18n/admin/texts';
import { DetailHeader } from '../entries/detail-header';
import { StateBadge } from './state-badge';

export type UserTab = Exclude<keyof typeof adminTexts.users.tabs, 'label'>;

const tabs: readonly UserTab[] = ['profile', 'security', 'sessions', 'apps', 'identities', 'roles', 'activity'];

type UserFrameProps = { readonly user: UserFacts; readonly tab: UserTab; readonly children: ReactNode };

/** Who this is, and the parts of the account. */
export function UserFrame({ user, tab, children }: UserFrameProps) {
  const texts = adminTexts.users;
  const base = `/admin/users/${pathKey(user.sub)}`;
  const { name } = user.claims;
  return (
    <>
      <DetailHeader
        parent={{ label: texts.title, href: '/admin/users' }}
        icon="users"
        title={user.username}
        kinds={user.role ? [texts.roles[user.role]] : []}
        states={<StateBadge enabled={user.enabled} />}
        id={{ label: adminTexts.shell.detail.id, value: user.sub }}
        {...(typeof name === 'string' && { facts: [<Name key="name">{name}</Name>] })}
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
