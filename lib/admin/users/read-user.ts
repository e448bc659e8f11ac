import { entryVersion } from '#lib/config/entry-version';
import { users } from '#lib/config/sections/users';
import { listConsents } from '#lib/consents/consent-store';
import { sessionEnd } from '#lib/sessions/session-life';
import { listGrantGroups } from '#lib/tokens/grant-group-store';
import { findSlowdown } from '#lib/users/attempt-limits';
import { isPasswordDue } from '#lib/users/role-in-force';
import type { AdminRole, ClaimValue, User } from '#lib/users/user';
import { findUserBySub } from '#lib/users/user-store';
import { browserText } from '#lib/vocabulary/browser-words';
import { type NumberedPage, pageSize } from '#lib/vocabulary/numbered-page';
import type { UserTenants } from '#lib/vocabulary/user-tenants';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { countOpenLinks, countSessions, findIdentities, findSessions, findTimes } from './account-store';
import { mayChange } from './may-change';
import { type PasswordMail, passwordMailFor } from './password-mail';

/** A user for a page of the administration, without any hash. */
export type UserFacts = {
  readonly sub: string;
  readonly username: string;
  readonly enabled: boolean;
  readonly role: AdminRole | null;
  readonly tenants: UserTenants;
  readonly claims: Readonly<Record<string, ClaimValue>>;
  readonly hasPassword: boolean;
  /** The role is not in force until the person has set another password. */
  readonly passwordDue: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastSignInAt: Date | null;
  /** The version of the profile, which an editor sends back. */
  readonly version: string;
  /** Whether the current administrator may change this account. */
  readonly mayChange: boolean;
  readonly isSelf: boolean;
};

/** @throws AdminError `not_found` */
export async function readUserFacts(admin: AdminContext, sub: string | null): Promise<UserFacts> {
  const user = await getUser(admin, sub);
  const times = await findTimes(admin.db, user.sub);
  if (times === null) throw notFound();
  const { username, enabled, admin: role, tenants, claims, passwordHash } = user;
  return {
    sub: user.sub,
    username,
    enabled,
    role,
    tenants,
    claims,
    hasPassword: passwordHash !== null,
    passwordDue: isPasswordDue(user),
    ...times,
    version: userVersion(user),
    mayChange: mayChange(admin.principal, user),
    isSelf: admin.principal.sub === user.sub,
  };
}

/** A short hash of an account's content. It changes with the password too. */
export function userVersion(user: User): string {
  return entryVersion(users.wire(user));
}

/** @throws AdminError `not_found` */
export async function getUser({ db }: Pick<AdminContext, 'db'>, sub: string | null): Promise<User> {
  const user = sub === null ? null : await findUserBySub(db, sub);
  if (user === null) throw notFound();
  return user;
}

export function notFound(): AdminError {
  return new AdminError('not_found', 'There is no such user');
}

export type UserSecurity = {
  readonly lockedUntil: Date | null;
  readonly openLinks: number;
  /** The mail that lets the person set a password. Null if none can be sent. */
  readonly passwordMail: PasswordMail | null;
};

/** The end of the slowdown for unknown browsers, and the open links of the person. */
export async function readUserSecurity(admin: AdminContext, sub: string): Promise<UserSecurity> {
  const { db, now } = admin;
  const user = await getUser(admin, sub);
  return {
    lockedUntil: await findSlowdown(db, user.canonicalUsername, now),
    openLinks: await countOpenLinks(db, sub, now),
    passwordMail: passwordMailFor(user, admin),
  };
}

export type UserSession = {
  readonly sid: string;
  readonly authTime: Date;
  readonly lastSeenAt: Date;
  /** The time when it ends if it is not used again. */
  readonly endsAt: Date;
  readonly idp: string;
  readonly remember: boolean;
  /** The browser and system, from the user agent. Null if it names none. */
  readonly browser: string | null;
  /** The network address of the sign-in. Null if it was not stored. */
  readonly address: string | null;
  readonly clients: readonly { readonly clientId: string; readonly name: string }[];
};

/** A page of the live sessions of a person, the latest authentication first. */
export async function readSessionPage(
  admin: AdminContext,
  sub: string,
  page: number,
): Promise<NumberedPage<UserSession>> {
  const rows = await readUserSessions(admin, { sub, skip: (page - 1) * pageSize, take: pageSize + 1 });
  return { rows: rows.slice(0, pageSize), page, hasNext: rows.length > pageSize };
}

/** The live sessions of a person, the latest authentication first: at most 200. With `sid` only this one. */
export async function readUserSessions(
  { db, now, snapshot }: AdminContext,
  asked: Parameters<typeof findSessions>[1],
): Promise<UserSession[]> {
  const rows = await findSessions(db, asked, snapshot.portal, now);
  return rows.map(({ sid, idp, clients, userAgent, address, ...dates }) => ({
    sid,
    authTime: dates.authTime,
    idp,
    browser: browserText(userAgent) ?? null,
    address,
    remember: dates.remember,
    lastSeenAt: dates.lastSeenAt,
    endsAt: sessionEnd(dates, snapshot.portal),
    clients: clients.map(({ clientId }) => ({ clientId, name: nameOfClient(snapshot, clientId) })),
  }));
}

/** The number of live sessions of a person. */
export async function countUserSessions({ db, now, snapshot }: AdminContext, sub: string): Promise<number> {
  return countSessions(db, sub, snapshot.portal, now);
}

/** The access that a person gave to a client. */
export type UserApp = {
  readonly clientId: string;
  readonly name: string;
  readonly scope: readonly string[];
  readonly since: Date;
  /** Active grants: their codes or tokens still work. */
  readonly grants: number;
  readonly remembered: boolean;
};

/** The clients that have an active grant or a stored consent of a person. */
export async function readUserApps({ db, now, snapshot }: AdminContext, sub: string): Promise<UserApp[]> {
  const apps = new Map<string, UserApp>();
  const add = (row: { clientId: string; scope: string; createdAt: Date }, grants: number, remembered: boolean) => {
    const { clientId, createdAt } = row;
    const former = apps.get(clientId);
    const scope = [...new Set([...(former?.scope ?? []), ...row.scope.split(' ')])];
    const since = former !== undefined && former.since < createdAt ? former.since : createdAt;
    apps.set(clientId, {
      clientId,
      name: nameOfClient(snapshot, clientId),
      scope,
      since,
      grants: (former?.grants ?? 0) + grants,
      remembered: (former?.remembered ?? false) || remembered,
    });
  };
  for (const group of await listGrantGroups(db, sub, now)) add(group, group.count, false);
  for (const consent of await listConsents(db, sub, now)) add(consent, 0, true);
  return [...apps.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

export type UserIdentityLine = {
  readonly provider: string;
  readonly providerName: string;
  readonly issuer: string;
  readonly subject: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
};

/** The identities of a person at identity providers. */
export async function readUserIdentities({ db, snapshot }: AdminContext, sub: string): Promise<UserIdentityLine[]> {
  const rows = await findIdentities(db, sub);
  return rows.map((row) => ({
    ...row,
    providerName: snapshot.providers.get(row.provider)?.displayName ?? row.provider,
  }));
}

function nameOfClient({ clients }: AdminContext['snapshot'], clientId: string): string {
  return clients.get(clientId)?.clientName ?? clientId;
}
