import { listRequestsOf } from '#lib/access-requests/request-store';
import { listEvents, recordEvents } from '#lib/audit/event-store';
import { eventFacts, isByAdministrator } from '#lib/audit/own-event';
import { findPasswordChange } from '#lib/audit/password-change';
import { listConsents } from '#lib/consents/consent-store';
import type { Context } from '#lib/context';
import { findAuthenticatorTimes } from '#lib/factors/authenticator-store';
import { listPasskeys } from '#lib/factors/passkeys/passkey-store';
import { findRecoveryCodes } from '#lib/factors/recovery-code-store';
import { listTrustedDevices } from '#lib/factors/trusted-device-store';
import { listMembershipsOf } from '#lib/groups/membership-store';
import { listDeviceSessions } from '#lib/sessions/device-session-store';
import { listGrantGroups } from '#lib/tokens/grant-group-store';
import { listNotices } from '#lib/users/notice-store';
import type { User } from '#lib/users/user';
import { browserText } from '#lib/vocabulary/browser-words';
import { type AdminContext, authorshipOf } from '../admin-context';
import { readAssignments } from '../assignments/read';
import { findIdentities } from './account-store';
import { getUser } from './read';

/** More than an account has in practice. The newest are kept. */
const mostEvents = 10_000;
const mostSessions = 1000;
const mostRequests = 1000;

/** The same for an administrator, who is recorded. @throws AdminError `not_found` */
export async function exportUser(admin: AdminContext, sub: string): Promise<object> {
  const user = await getUser(admin, sub);
  const { actor, address = null, requestId = null } = authorshipOf(admin);
  const target = { kind: 'user', id: sub, name: user.username };
  const event = { type: 'user.exported', outcome: 'success', actor, target, address, requestId } as const;
  await recordEvents(admin.db, [event], admin.now);
  return readExport(user, admin);
}

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
    assignments: await assignments(user, context),
    access_requests: await accessRequests(user, context),
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
    ...(passwordHash === null ? [] : [{ kind: 'password', changed_at: await findPasswordChange(db, sub) }]),
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

async function assignments({ sub }: User, context: Context) {
  return (await readAssignments(context, sub)).map(({ client = null, api = null, role, source, since, expiresAt }) => ({
    client_id: client,
    api,
    role,
    source,
    since,
    expires_at: expiresAt,
  }));
}

/** Who decided is somebody else, so only the decision is told. */
async function accessRequests({ sub }: User, { db, now }: Context) {
  return (await listRequestsOf(db, sub, { now, limit: mostRequests })).map((one) => ({
    client_id: one.clientId,
    state: one.state,
    reason: one.reason,
    note: one.note,
    created_at: one.createdAt,
    decided_at: one.decidedAt,
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
