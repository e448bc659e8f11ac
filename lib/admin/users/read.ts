import { findPasswordChange } from '#lib/audit/password-change';
import { entryVersion } from '#lib/config/diff';
import { users } from '#lib/config/sections/users';
import { listConsents } from '#lib/consents/consent-store';
import { asksTwice, type TwoStepReason, twoStepReasons } from '#lib/factors/decide-factor';
import { authenticatorName } from '#lib/factors/passkeys/passkey';
import { amrOf, type Factor, readProofs } from '#lib/factors/proof';
import { mailTransport } from '#lib/mail/mail';
import { policyOf, portalScope } from '#lib/protocol/policy-of';
import { sessionEnd } from '#lib/sessions/session-life';
import { isMailAddress } from '#lib/settings/mailbox';
import { listGrantGroups } from '#lib/tokens/grant-group-store';
import { findSlowdown } from '#lib/users/attempt-limits';
import { verifiedEmail } from '#lib/users/links/send-links';
import { isPasswordDue, rolePower } from '#lib/users/role-in-force';
import type { AdminRole, ClaimValue, User } from '#lib/users/user';
import { findUserBySub } from '#lib/users/user-store';
import { browserText } from '#lib/vocabulary/browser-words';
import type { UserTenants } from '#lib/vocabulary/user-tenants';
import { isPermitted } from '../access/permission';
import type { Principal } from '../access/principal';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { countOpenLinks, countSessions, findFactors, findIdentities, findSessions, findTimes } from './account-store';

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
  /** What the person showed, in this order. */
  readonly factors: readonly Factor[];
  /** As in tokens (RFC 8176). */
  readonly amr: readonly string[];
  readonly remember: boolean;
  /** The browser and system, from the user agent. Null if it names none. */
  readonly browser: string | null;
  /** The IP address of the sign-in. Null if it was not stored. */
  readonly address: string | null;
  readonly clients: readonly { readonly clientId: string; readonly name: string }[];
};

/** The live sessions of a person, the latest authentication first: at most 200. With `sid` only this one. */
export async function readUserSessions(
  { db, now, snapshot }: AdminContext,
  asked: Parameters<typeof findSessions>[1],
): Promise<UserSession[]> {
  const rows = await findSessions(db, asked, snapshot.portal, now);
  return rows.map(({ sid, idp, proofs, clients, userAgent, address, ...dates }) => ({
    sid,
    authTime: dates.authTime,
    idp,
    factors: [...new Set(readProofs(proofs).map(({ factor }) => factor))],
    amr: amrOf(readProofs(proofs)),
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
  /** When the person last used it by signing in. Null if only a consent is left. */
  readonly lastUsedAt: Date | null;
  /** Active grants: their codes or tokens still work. */
  readonly grants: number;
  readonly remembered: boolean;
};

type AppRow = {
  readonly clientId: string;
  readonly scope: string;
  readonly createdAt: Date;
  readonly newestAt?: Date;
};

/** The clients that have an active grant or a stored consent of a person. */
export async function readUserApps({ db, now, snapshot }: AdminContext, sub: string): Promise<UserApp[]> {
  const apps = new Map<string, UserApp>();
  const add = (row: AppRow, grants: number, remembered: boolean) => {
    const { clientId, createdAt, newestAt = null } = row;
    const former = apps.get(clientId);
    const [earlier, later] = [former?.lastUsedAt ?? null, newestAt];
    const scope = [...new Set([...(former?.scope ?? []), ...row.scope.split(' ')])];
    const since = former !== undefined && former.since < createdAt ? former.since : createdAt;
    apps.set(clientId, {
      clientId,
      name: nameOfClient(snapshot, clientId),
      scope,
      since,
      lastUsedAt: earlier === null || (later !== null && later > earlier) ? later : earlier,
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

/** A factor of a person besides the password. All recovery codes together are one factor. */
type UserFactor = {
  /** `totp`, `recovery`, or the ID of the passkey. */
  readonly id: string;
  readonly kind: 'passkey' | 'totp' | 'recovery';
  /** The name that the person gave it, or the name of its authenticator. Null if neither is known. */
  readonly name: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** The number of unused recovery codes. Null for other factors. */
  readonly left: number | null;
};

export type UserFactors = {
  readonly factors: readonly UserFactor[];
  /** Why the user is asked for a second step after the password. Empty if two-step verification is off. */
  readonly twoStep: readonly TwoStepReason[];
  /** The number of browsers in which the person needs no second factor. */
  readonly trustedDevices: number;
  /** Null if the password was not changed as long as events are kept. */
  readonly passwordChangedAt: Date | null;
  /** The person must set a new password at the next sign-in. */
  readonly mustSetPassword: boolean;
  /** The open mailed links, the oldest first, and then an invitation. */
  readonly mailedLinks: readonly { readonly kind: string; readonly expiresAt: Date }[];
};

/** The factors of a person, without their keys. @throws AdminError `not_found` */
export async function readUserFactors(admin: AdminContext, sub: string): Promise<UserFactors> {
  const { db, snapshot, now } = admin;
  const found = await findFactors(db, sub, { days: snapshot.portal.trustedDeviceDays, now });
  if (found === null) throw notFound();
  const { passkeys, authenticator, recoveryCodes, trustedDevices, mustSetPassword, accountLinks } = found;
  const [code] = recoveryCodes;
  const used = recoveryCodes.flatMap(({ usedAt }) => usedAt ?? []).sort((a, b) => b.getTime() - a.getTime());
  const factors: UserFactor[] = passkeys.map(({ id, name, aaguid, ...times }) => {
    return { id, kind: 'passkey', name: name || authenticatorName(aaguid), ...times, left: null };
  });
  if (authenticator !== null) factors.push({ id: 'totp', kind: 'totp', name: null, ...authenticator, left: null });
  if (code !== undefined) {
    const left = recoveryCodes.length - used.length;
    const times = { createdAt: code.createdAt, lastUsedAt: used[0] ?? null };
    factors.push({ id: 'recovery', kind: 'recovery', name: null, ...times, left });
  }
  const own = {
    totp: authenticator !== null,
    passkeys: passkeys.length,
    twoStep: found.twoStep,
    hasRole: found.admin !== null,
  };
  const policy = policyOf(portalScope, admin);
  const twoStep = asksTwice({ policy, factors: own }) ? twoStepReasons({ policy, factors: own }) : [];
  return {
    ...{ factors, twoStep, mustSetPassword },
    trustedDevices: trustedDevices.length,
    passwordChangedAt: await findPasswordChange(db, sub),
    mailedLinks: [...accountLinks, ...found.passwordLinks.map((link) => ({ kind: 'invite', ...link }))],
  };
}

/** The kind of the mail that lets a person set a password, and its address. */
export type PasswordMail = { readonly kind: 'recover' | 'invite'; readonly email: string };

type Person = Pick<User, 'claims' | 'enabled' | 'passwordHash'>;

/**
 * The mail that lets a person set a password. A person with a password gets it only at their verified address. A person
 * without one is invited at the address of the account.
 * @returns null if mail is not set up, or the account has no address for it
 */
export function passwordMailFor(person: Person, { settings }: Pick<AdminContext, 'settings'>): PasswordMail | null {
  if (mailTransport(settings) === 'none' || !person.enabled) return null;
  const { email: claimed } = person.claims;
  const email = person.passwordHash === null ? claimed : verifiedEmail(person);
  if (typeof email !== 'string' || !isMailAddress(email)) return null;
  return { kind: person.passwordHash === null ? 'invite' : 'recover', email };
}

/**
 * Whether an administrator may change an account. Owners may change every account, editors those with a lower role.
 * Otherwise an editor could take over an account to gain its role (security #161). Pure.
 */
export function mayChange({ role, sub }: Pick<Principal, 'role' | 'sub'>, user: Pick<User, 'sub' | 'admin'>): boolean {
  if (role === null || !isPermitted(role, 'edit')) return false;
  return role === 'owner' || sub === user.sub || user.admin === null || rolePower[user.admin] < rolePower[role];
}

/** What can be asked about an account. */
type UserQuestion =
  | 'enable'
  | 'disable'
  | 'delete'
  | 'sign-out'
  | 'end-session'
  | 'revoke-app'
  | 'remove-factor'
  | 'unlink'
  | 'role'
  | 'mail'
  | 'link'
  | 'require'
  | 'keep'
  | 'unlock';

/** Administrators cannot disable or unlock themselves or remove their own factors here. Only owners set roles. */
export function mayAsk(
  what: UserQuestion,
  { mayChange, isSelf, enabled }: Pick<UserFacts, 'mayChange' | 'isSelf' | 'enabled'>,
  { principal }: { readonly principal: Pick<Principal, 'role'> },
): boolean {
  if (what === 'role') return isPermitted(principal.role, 'own');
  if (what === 'enable') return mayChange && !enabled;
  const isForOthers = what === 'disable' || what === 'delete' || what === 'remove-factor' || what === 'unlock';
  return mayChange && !(isSelf && isForOthers);
}
