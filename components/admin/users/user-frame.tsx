import type { ReactNode } from 'react';
import type { AdminContext } from '#lib/admin/admin-context';
import { eventsPath } from '#lib/admin/audit/feature';
import { addressWith } from '#lib/admin/query';
import type { UserFacts } from '#lib/admin/users/read-user';
import { questionPath, userPath } from '#lib/admin/users/user-path';
import { mayAsk } from '#lib/admin/users/user-question';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { Notice } from '../../ui/notice';
import { TabsNav } from '../../ui/tabs-nav';
import { DetailHeader, type HeaderLink } from '../entries/detail-header';
import { Moment } from '../moment';
import { StateBadge } from './state-badge';

export type UserTab = Exclude<keyof typeof adminTexts.users.tabs, 'label'>;

const tabs: readonly UserTab[] = ['profile', 'security', 'sessions', 'apps', 'activity'];

type UserFrameProps = {
  readonly user: UserFacts;
  /** Null on a page that asks for confirmation. */
  readonly tab: UserTab | null;
  readonly admin: Pick<AdminContext, 'principal'>;
  readonly children: ReactNode;
};

/** The header and the tabs of an account. */
export function UserFrame({ user, tab, admin, children }: UserFrameProps) {
  const texts = adminTexts.users;
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
        <a href={questionPath(user.sub, 'enable')} data-confirm="" className="text-sm underline underline-offset-4">
          {adminTexts.users.menu.enable}
        </a>
      )}
    </>
  );
}

/** The name, the role with a link to change it, and the last sign-in. */
function factsOf(user: UserFacts, admin: UserFrameProps['admin']): readonly ReactNode[] {
  const { facts, roles } = adminTexts.users;
  const { name } = user.claims;
  return [
    ...(typeof name === 'string' ? [<Name key="name">{name}</Name>] : []),
    <>
      {facts.role(user.role && roles[user.role])}{' '}
      {mayAsk('role', user, admin) && (
        <a href={questionPath(user.sub, 'role')} data-confirm="" className="underline underline-offset-4">
          {facts.changeRole}
        </a>
      )}
    </>,
    <>
      {facts.lastSignIn}: {user.lastSignInAt ? <Moment at={user.lastSignInAt} /> : adminTexts.shell.never}
    </>,
  ];
}

function menuOf(user: UserFacts, admin: UserFrameProps['admin']): readonly HeaderLink[] {
  const { menu } = adminTexts.users;
  const { sub, username, enabled } = user;
  const asking = (what: 'sign-out' | 'enable' | 'disable' | 'delete'): HeaderLink[] => {
    const isDangerous = what === 'disable' || what === 'delete';
    return mayAsk(what, user, admin)
      ? [{ label: menu[what], href: questionPath(sub, what), isDangerous, asks: true }]
      : [];
  };
  return [
    ...asking('sign-out'),
    { label: menu.tokens, href: addressWith('/admin/debug/simulator', {}, { user: username }) },
    { label: menu.events, href: eventsPath({ target: sub }) },
    ...asking(enabled ? 'disable' : 'enable'),
    ...asking('delete'),
  ];
}
