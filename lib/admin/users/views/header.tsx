import type { ReactNode } from 'react';
import { ActionMenu, DetailHeader, type HeaderLink } from '#components/admin/entries/detail-header';
import { Notice } from '#components/ui/notice';
import { PersonPicture } from '#components/ui/person-picture';
import { Name } from '#components/ui/text';
import { ownPicture } from '#lib/tenants/person-picture';
import type { Principal } from '../../access/principal';
import type { AdminContext } from '../../admin-context';
import { eventsPath } from '../../audit/feature';
import type { Action } from '../../kit/define-action';
import { addressWith } from '../../query';
import {
  changeRole,
  deleteUser,
  disableUser,
  enableUser,
  keepPassword,
  letTryAgain,
  mailPasswordLink,
  newPasswordLink,
  requirePassword,
  signOutAll,
} from '../actions';
import { mayAsk, type UserFactors, type UserFacts, type UserIdentityLine, type UserSecurity } from '../read';
import { mailText, texts } from '../texts';
import { StateBadge } from './list';

export type HeaderProps = {
  readonly user: UserFacts;
  readonly admin: {
    readonly principal: Pick<Principal, 'role'>;
    readonly settings: Pick<AdminContext['settings'], 'issuer'>;
  };
  readonly security: UserSecurity;
  readonly factors: UserFactors;
  readonly identities: readonly UserIdentityLine[];
};

/** Who a person is, how they sign in, and what an administrator can do. */
export function UserHeader(props: HeaderProps) {
  const { user, admin, factors, identities } = props;
  const { username, claims, role } = user;
  const name = nameOf(user);
  const methods = methodsOf(user, { factors, identities });
  const help = helpOf(props);
  return (
    <>
      <DetailHeader
        parent={{ label: texts.title, href: '/admin/users' }}
        icon="users"
        mark={<PersonPicture name={name} picture={ownPicture(claims, admin.settings.issuer)} />}
        title={name}
        kinds={[...(methods === '' ? [] : [methods]), ...(role === null ? [] : [texts.roles[role]])]}
        states={<StateBadge enabled={user.enabled} isChip />}
        id={null}
        facts={[<Name key="username">{username}</Name>, ...addressOf(user)]}
        primary={help.length > 0 && <ActionMenu id="help-menu" label={texts.help.title} links={help} />}
        menu={menuOf(user, admin)}
      />
      {!user.mayChange && <Notice>{texts.readOnly}</Notice>}
      {user.passwordDue && <Notice tone="warning">{texts.role.due}</Notice>}
    </>
  );
}

export function nameOf({ username, claims: { name } }: Pick<UserFacts, 'username' | 'claims'>): string {
  return typeof name === 'string' && name !== '' ? name : username;
}

function addressOf({ claims: { email, email_verified: isVerified } }: Pick<UserFacts, 'claims'>): readonly ReactNode[] {
  if (typeof email !== 'string') return [];
  const { verified, unverified } = texts.profile;
  return [
    <span key="email">
      <Name>{email}</Name> ({isVerified === true ? verified : unverified})
    </span>,
  ];
}

/** "Password + passkey". */
function methodsOf(user: UserFacts, { factors, identities }: Pick<HeaderProps, 'factors' | 'identities'>): string {
  const { kinds } = texts.factors;
  const others = factors.factors.filter(({ kind }) => kind !== 'recovery').map(({ kind }) => kinds[kind]);
  const names = [...(user.hasPassword ? [kinds.password] : []), ...others];
  const providers = identities.map(({ providerName }) => providerName);
  const [first, ...more] = [...new Set(names)];
  return [...(first === undefined ? [] : [first]), ...more.map((one) => one.toLowerCase()), ...new Set(providers)].join(
    ' + ',
  );
}

/** An item that leads to the question of an action, if it may be asked. */
function asking(
  what: Parameters<typeof mayAsk>[0],
  action: Action,
  { user, admin }: Pick<HeaderProps, 'user' | 'admin'>,
) {
  return (label = action.link): HeaderLink[] => {
    const href = action.addressOf({ sub: user.sub });
    return mayAsk(what, user, admin) ? [{ label, href, asks: true }] : [];
  };
}

/** What helps a person who cannot sign in. */
function helpOf(props: HeaderProps): readonly HeaderLink[] {
  const { user, security, factors } = props;
  const { lost } = texts.help;
  const kind = security.passwordMail?.kind;
  const due = factors.mustSetPassword ? asking('keep', keepPassword, props) : asking('require', requirePassword, props);
  const hasFactors = factors.factors.length > 0 && mayAsk('remove-factor', user, props.admin);
  return [
    ...(kind === undefined ? [] : asking('mail', mailPasswordLink, props)(mailText(kind, factors.mailedLinks))),
    ...asking('link', newPasswordLink, props)(),
    ...(user.hasPassword ? due() : []),
    ...(hasFactors ? [{ label: lost, href: '#methods' }] : []),
    ...asking('unlock', letTryAgain, props)(),
    ...asking('sign-out', signOutAll, props)(),
  ];
}

function menuOf(user: UserFacts, admin: HeaderProps['admin']): readonly HeaderLink[] {
  const on = { user, admin };
  const dangerous = (links: readonly HeaderLink[]) => links.map((link) => ({ ...link, isDangerous: true }));
  return [
    ...asking('role', changeRole, on)(`${changeRole.link}…`),
    { label: texts.menu.tokens, href: addressWith('/admin/debug/simulator', {}, { user: user.username }) },
    { label: texts.menu.events, href: eventsPath({ user: user.sub }) },
    ...(user.enabled ? dangerous(asking('disable', disableUser, on)()) : asking('enable', enableUser, on)()),
    ...dangerous(asking('delete', deleteUser, on)()),
  ];
}
