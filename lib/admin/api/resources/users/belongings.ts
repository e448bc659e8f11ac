import { z } from 'zod';
import { removeFactor } from '../../../users/factor-actions';
import { readUserFactors } from '../../../users/read-factors';
import {
  countUserSessions,
  getUser,
  readUserApps,
  readUserFacts,
  readUserIdentities,
  readUserSecurity,
  readUserSessions,
} from '../../../users/read-user';
import { endUserSession, revokeApp, unlinkIdentity } from '../../../users/user-actions';
import { defineOperation, type Operation } from '../../operation';
import { moment, name } from '../../schemas';

const tag = 'users';
const text = z.string().min(1).max(2000);

const all = <Item extends z.ZodType>(item: Item) => z.strictObject({ items: z.array(item) });

const stateSchema = name(
  'UserState',
  z.strictObject({
    locked_until: moment.nullable().meta({
      description:
        'Until when browsers that the account does not know have one attempt a minute together; null while they have more.',
    }),
    open_links: z.int().meta({ description: 'Links to set a password that wait.' }),
    must_set_password: z.boolean().meta({ description: 'A new password is asked for at the next sign-in.' }),
    trusted_devices: z.int().meta({ description: 'Browsers that spare the person the second factor.' }),
    mailed_links: z
      .array(z.strictObject({ kind: z.string(), expires_at: moment }))
      .meta({ description: 'Mailed links that wait.' }),
    last_sign_in_at: moment.nullable(),
    updated_at: moment,
  }),
);

const sessionSchema = name(
  'UserSession',
  z.strictObject({
    sid: z.string(),
    auth_time: moment,
    last_seen_at: moment,
    ends_at: moment.meta({ description: 'When it ends if nobody uses it again.' }),
    idp: z.string(),
    remember: z.boolean(),
    browser: z.string().nullable().meta({ description: 'Browser and system, as the browser says.' }),
    address: z.string().nullable().meta({ description: 'The network address of the sign-in.' }),
    clients: z.array(z.string()).meta({ description: 'The names of the applications it was used at.' }),
  }),
);

const sessionsSchema = z.strictObject({
  items: z.array(sessionSchema).meta({ description: 'At most 200, the latest sign-in first.' }),
  total: z.int().meta({ description: 'All that live.' }),
});

const factorSchema = name(
  'UserFactor',
  z.strictObject({
    id: z.string().meta({ description: '`totp`, `recovery`, or the id of the passkey.' }),
    factor: z.enum(['passkey', 'totp', 'recovery']),
    name: z.string().nullable(),
    created_at: moment,
    last_used_at: moment.nullable(),
    left: z.int().nullable().meta({ description: 'Unused recovery codes; null for other factors.' }),
  }),
);

const grantSchema = name(
  'UserGrant',
  z.strictObject({
    client_id: z.string(),
    name: z.string(),
    scope: z.string(),
    since: moment,
    grants: z.int().meta({ description: 'Sign-ins whose codes or tokens work.' }),
    remembered: z.boolean(),
  }),
);

const identityFields = { provider: text, issuer: text, subject: text };
const identitySchema = name(
  'UserIdentity',
  z.strictObject({ ...identityFields, provider_name: z.string(), created_at: moment, last_used_at: moment }),
);

/** The data of a person: sessions, connected apps and linked identities. */
export const belongingOperations: readonly Operation[] = [
  defineOperation({
    id: 'getUserState',
    method: 'GET',
    path: '/users/{sub}/state',
    tag,
    summary: 'Get until when unknown browsers of a user are slowed down, and the last sign-in',
    permission: 'read',
    query: null,
    body: null,
    success: { status: 200, description: 'How it is now.', schema: stateSchema },
    run: async (admin, { path: { sub = '' } }) => {
      const { lastSignInAt, updatedAt } = await readUserFacts(admin, sub);
      const { lockedUntil, openLinks } = await readUserSecurity(admin, sub);
      const { mustSetPassword, trustedDevices, mailedLinks } = await readUserFactors(admin, sub);
      const body: z.input<typeof stateSchema> = {
        locked_until: lockedUntil?.toISOString() ?? null,
        open_links: openLinks,
        must_set_password: mustSetPassword,
        trusted_devices: trustedDevices,
        mailed_links: mailedLinks.map(({ kind, expiresAt }) => ({ kind, expires_at: expiresAt.toISOString() })),
        last_sign_in_at: lastSignInAt?.toISOString() ?? null,
        updated_at: updatedAt.toISOString(),
      };
      return { body };
    },
  }),
  defineOperation({
    id: 'listUserSessions',
    method: 'GET',
    path: '/users/{sub}/sessions',
    tag,
    summary: 'List the sessions of a user',
    permission: 'read',
    query: null,
    body: null,
    success: { status: 200, description: 'The sessions that live.', schema: sessionsSchema },
    run: async (admin, { path: { sub = '' } }) => {
      await getUser(admin, sub);
      const items = (await readUserSessions(admin, { sub })).map(
        ({
          sid,
          authTime,
          lastSeenAt,
          endsAt,
          idp,
          remember,
          browser,
          address,
          clients,
        }): z.input<typeof sessionSchema> => ({
          sid,
          auth_time: authTime.toISOString(),
          last_seen_at: lastSeenAt.toISOString(),
          ends_at: endsAt.toISOString(),
          idp,
          remember,
          browser,
          address,
          clients: clients.map((client) => client.name),
        }),
      );
      return { body: { items, total: await countUserSessions(admin, sub) } };
    },
  }),
  defineOperation({
    id: 'deleteUserSession',
    method: 'DELETE',
    path: '/users/{sub}/sessions/{sid}',
    tag,
    summary: 'End a session of a user',
    permission: 'edit',
    query: null,
    body: null,
    success: { status: 204, description: 'It has ended.' },
    run: async (admin, { path: { sub = '', sid = '' } }) => {
      await endUserSession(admin, { sub, reason: admin.reason ?? null }, sid);
      return {};
    },
  }),
  defineOperation({
    id: 'listUserFactors',
    method: 'GET',
    path: '/users/{sub}/factors',
    tag,
    summary: 'List the passkeys, the authenticator app and the recovery codes of a user',
    permission: 'read',
    query: null,
    body: null,
    success: { status: 200, description: 'The factors, without their keys.', schema: all(factorSchema) },
    run: async (admin, { path: { sub = '' } }) => {
      const { factors } = await readUserFactors(admin, sub);
      const items = factors.map(
        ({ id, kind, name, createdAt, lastUsedAt, left }): z.input<typeof factorSchema> => ({
          id,
          factor: kind,
          name,
          created_at: createdAt.toISOString(),
          last_used_at: lastUsedAt?.toISOString() ?? null,
          left,
        }),
      );
      return { body: { items } };
    },
  }),
  defineOperation({
    id: 'deleteUserFactor',
    method: 'DELETE',
    path: '/users/{sub}/factors/{id}',
    tag,
    summary: 'Remove a factor of a user and end the trust in their devices',
    permission: 'edit',
    query: null,
    body: null,
    success: { status: 204, description: 'It is gone, and the person is told.' },
    run: async (admin, { path: { sub = '', id = '' } }) => {
      await removeFactor(admin, { sub, reason: admin.reason ?? null }, id);
      return {};
    },
  }),
  defineOperation({
    id: 'listUserGrants',
    method: 'GET',
    path: '/users/{sub}/grants',
    tag,
    summary: 'List what a user lets clients do',
    permission: 'read',
    query: null,
    body: null,
    success: { status: 200, description: 'By client.', schema: all(grantSchema) },
    run: async (admin, { path: { sub = '' } }) => {
      await getUser(admin, sub);
      const items = (await readUserApps(admin, sub)).map(
        ({ clientId, name, scope, since, grants, remembered }): z.input<typeof grantSchema> => ({
          client_id: clientId,
          name,
          scope: scope.join(' '),
          since: since.toISOString(),
          grants,
          remembered,
        }),
      );
      return { body: { items } };
    },
  }),
  defineOperation({
    id: 'deleteUserGrant',
    method: 'DELETE',
    path: '/users/{sub}/grants/{client_id}',
    tag,
    summary: 'Take from a client what a user lets it do',
    permission: 'edit',
    query: null,
    body: null,
    success: { status: 204, description: 'It may do nothing any more.' },
    run: async (admin, { path: { sub = '', client_id: clientId = '' } }) => {
      await revokeApp(admin, { sub, reason: admin.reason ?? null }, clientId);
      return {};
    },
  }),
  defineOperation({
    id: 'listUserIdentities',
    method: 'GET',
    path: '/users/{sub}/identities',
    tag,
    summary: 'List who a user is at identity providers',
    permission: 'read',
    query: null,
    body: null,
    success: { status: 200, description: 'The linked identities.', schema: all(identitySchema) },
    run: async (admin, { path: { sub = '' } }) => {
      await getUser(admin, sub);
      const items = (await readUserIdentities(admin, sub)).map(
        ({ provider, providerName, issuer, subject, createdAt, lastUsedAt }): z.input<typeof identitySchema> => ({
          provider,
          provider_name: providerName,
          issuer,
          subject,
          created_at: createdAt.toISOString(),
          last_used_at: lastUsedAt.toISOString(),
        }),
      );
      return { body: { items } };
    },
  }),
  defineOperation({
    id: 'deleteUserIdentity',
    method: 'DELETE',
    path: '/users/{sub}/identities',
    tag,
    summary: 'Unlink an identity from a user',
    permission: 'edit',
    query: z.strictObject(identityFields),
    body: null,
    success: { status: 204, description: 'A person who signs in with it no longer gets this account.' },
    run: async (admin, { path: { sub = '' }, query }) => {
      await unlinkIdentity(admin, { sub, reason: admin.reason ?? null }, query);
      return {};
    },
  }),
];
