import { findIdentities } from '#lib/admin/users/account-store';
import { listEvents } from '#lib/audit/event-store';
import { listConsents } from '#lib/consents/consent-store';
import type { Context } from '#lib/context';
import { findAuthenticatorTimes } from '#lib/factors/authenticator-store';
import { listPasskeys } from '#lib/factors/passkeys/passkey-store';
import { findRecoveryCodes } from '#lib/factors/recovery-code-store';
import { listTrustedDevices } from '#lib/factors/trusted-device-store';
import { listMembershipsOf } from '#lib/groups/membership-store';
import { listGrantGroups } from '#lib/tokens/grant-group-store';
import { listNotices } from '#lib/users/notice-store';
import type { User } from '#lib/users/user';
import { browserText } from '#lib/vocabulary/browser-words';
import { eventFacts, isByAdministrator } from '../activity/read';
import { listDeviceSessions } from '../devices/device-session-store';

/** More than an account has in practice. The newest are kept. */
const mostEvents = 10_000;
const mostSessions = 1000;

/** What the service knows about a person, as JSON: no secret, no hash, and nobody else's name. */
export async function readExport(user: User, context: Context): Promise<object> {
  return {
    account: account(user),
    factors: await factors(user, context),
    sessions: await sessions(user, context),
    apps: await apps(user, context),
    identities: (await findIdentities(context.db, user.sub)).map((one) => ({
      provider: one.provider,
      issuer: one.issuer,
      subject: one.subject,
      created_at: one.createdAt,
      last_used_at: one.lastUsedAt,
    })),
    memberships: await memberships(user, context),
    notices: await notices(user, context),
    events: await events(user, context),
  };
}

function account({ sub, username, enabled, origin, admin, tenants, claims }: User) {
  return { sub, username, enabled, origin, role: admin, tenants, claims };
}

async function factors({ sub, passwordHash }: User, { db, snapshot, now }: Context) {
  const app = await findAuthenticatorTimes(db, sub);
  const codes = await findRecoveryCodes(db, sub);
  const trusted = await listTrustedDevices(db, sub, { days: snapshot.portal.trustedDeviceDays, now });
  return [
    ...(passwordHash === null ? [] : [{ kind: 'password' }]),
    ...(await listPasskeys(db, sub)).map((one) => ({
      kind: 'passkey',
      name: one.name,
      created_at: one.createdAt,
      last_used_at: one.lastUsedAt,
    })),
    ...(app === null ? [] : [{ kind: 'totp', created_at: app.createdAt, last_used_at: app.lastUsedAt }]),
    ...(codes === null ? [] : [{ kind: 'recovery', created_at: codes.createdAt, unused: codes.left }]),
    ...trusted.map((one) => ({
      kind: 'trusted_device',
      name: browserText(one.userAgent) ?? null,
      address: one.address,
      last_used_at: one.lastUsedAt,
      expires_at: one.expiresAt,
    })),
  ];
}

async function sessions({ sub }: User, { db, snapshot, now }: Context) {
  const wanted = { sid: { not: '' }, limits: snapshot.portal, now, take: mostSessions };
  return (await listDeviceSessions(db, sub, wanted)).map((one) => ({
    created_at: one.createdAt,
    last_seen_at: one.lastSeenAt,
    browser: browserText(one.userAgent) ?? null,
    address: one.address,
    clients: one.clients.map(({ clientId }) => clientId),
  }));
}

async function apps({ sub }: User, { db, snapshot, now }: Context) {
  const nameOf = (clientId: string) => snapshot.clients.get(clientId)?.clientName ?? null;
  const one = (kind: string, { clientId, scope, createdAt }: { clientId: string; scope: string; createdAt: Date }) => ({
    kind,
    client_id: clientId,
    name: nameOf(clientId),
    scope,
    since: createdAt,
  });
  return [
    ...(await listConsents(db, sub, now)).map((row) => one('consent', row)),
    ...(await listGrantGroups(db, sub, now)).map((row) => one('access', row)),
  ];
}

async function memberships({ sub }: User, { db, snapshot }: Context) {
  const own = (await listMembershipsOf(db, [sub])).get(sub) ?? [];
  return own.map(({ groupId, source, since, expiresAt }) => ({
    group: snapshot.groups.get(groupId)?.name ?? groupId,
    source,
    since,
    expires_at: expiresAt,
  }));
}

async function notices({ sub }: User, { db }: Context) {
  return (await listNotices(db, sub)).map(({ kind, createdAt, readAt }) => ({
    kind,
    created_at: createdAt,
    read_at: readAt,
  }));
}

async function events({ sub, username }: User, { db }: Context) {
  const rows = await listEvents(db, { targetId: sub, isProven: true }, mostEvents);
  return rows.map((row) => {
    const byAdministrator = isByAdministrator(row, sub);
    return {
      at: row.at,
      type: row.type,
      outcome: row.outcome,
      by: byAdministrator ? 'an administrator' : row.actorId === sub ? username : row.actorKind,
      address: byAdministrator || row.actorKind === 'identity_provider' ? null : row.address,
      client_id: row.clientId,
      ...(byAdministrator ? {} : eventFacts(row.details)),
    };
  });
}
