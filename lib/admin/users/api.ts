import { z } from 'zod';
import { userFields } from '#lib/config/user-schema';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { checkCondition } from '../api/conditions';
import { encode } from '../api/encode';
import { apiRoot } from '../api/find-operation';
import { defineOperation, type Operation, type Outcome } from '../api/operation';
import { nextAddress, readCursor } from '../api/paging';
import { moment, name, object, pageOf, paging } from '../api/schemas';
import { exportUser } from './export';
import {
  countUserSessions,
  getUser,
  readUserApps,
  readUserFactors,
  readUserFacts,
  readUserIdentities,
  readUserSecurity,
  readUserSessions,
  userVersion,
} from './read';
import { allUsers, listUserLines } from './read-list';
import { createAccount, type FirstPassword, saveProfile, usernameOf } from './save-user';

const role = z.enum(['owner', 'editor', 'auditor']).nullable();

/** The data of a person that can be written. Nothing else can be set (security #159). */
const profileFields = {
  username: userFields.username,
  tenants: userFields.tenants,
  claims: userFields.claims,
};

const userSchema = object('User', {
  sub: z.string(),
  username: z.string(),
  enabled: z.boolean(),
  role,
  tenants: z.union([z.enum(['all', 'none']), z.array(z.string())]),
  claims: z.record(z.string(), z.unknown()),
  has_password: z.boolean(),
  password_due: z.boolean().meta({
    description: 'True if the role has no effect until the user sets a new password with a link from an owner.',
  }),
  created_at: moment,
});

/** The account as it is now, with the version that a change has to name. @throws AdminError `not_found` */
export async function answerUser(admin: AdminContext, { sub }: { readonly sub: string }): Promise<Outcome> {
  const { tenants, ...user } = await readUserFacts(admin, sub);
  const told = { ...user, tenants: typeof tenants === 'string' ? tenants : [...tenants] };
  return { body: encode(userSchema, told), version: user.version };
}

export const userNow = {
  status: 200,
  description: 'The updated user.',
  schema: userSchema,
  isVersioned: true,
} as const;

export const linkSchema = object('PasswordLink', {
  expires_at: moment,
  link: z.string().nullable().meta({ description: 'Shown only once.' }),
});

export const mailSchema = object('PasswordMail', {
  kind: z.enum(['recover', 'invite']),
  email: z.string(),
  expires_at: moment.meta({ description: 'When the link expires.' }),
});

export const roleSchema = object('UserRole', { role });

const userLineSchema = object('UserLine', {
  sub: z.string(),
  username: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  enabled: z.boolean(),
  role,
  created_at: moment,
  last_sign_in_at: moment.nullable(),
});

const text = z.string().min(1).max(2000);
export const identityFields = { provider: text, issuer: text, subject: text };

const query = z.strictObject({
  ...paging,
  q: z.string().max(255).optional().meta({
    description: 'The beginning of a username, name or email address, or a `sub`. Returns a single page.',
  }),
  state: z.enum(['enabled', 'disabled']).optional(),
  role: z.enum(['owner', 'editor', 'auditor']).optional(),
  signed_in: z.literal('never').optional(),
  tenant: z.string().max(100).optional().meta({ description: 'The name of a tenant that the user is limited to.' }),
  group: z.string().max(400).optional().meta({ description: 'The name of a group that the user belongs to.' }),
});

const newUser = object('NewUser', {
  ...profileFields,
  username: userFields.username.optional().meta({
    description: 'May be left out with `invite`: then it is what stands before the `@` of the email.',
  }),
  invite: z.boolean().default(false).meta({
    description: 'Emails an invitation, which works for 7 days. Needs mail, and a `claims.email`.',
  }),
  first_password: z.enum(['link', 'generated', 'given', 'imported']).default('link').meta({
    description:
      '`link`: the user sets the password with a link. `generated`: the response contains a new password. `given`: you send it in `password`. `imported`: you send the hash of another server in `password_hash`.',
  }),
  password: z.string().min(1).max(1024).optional().meta({ writeOnly: true }),
  password_hash: z.string().min(1).max(2000).optional().meta({
    writeOnly: true,
    description:
      'A hash in a format of the configuration file. It is replaced at the first sign-in with the right password.',
  }),
});

const madeUser = name(
  'MadeUser',
  userSchema.extend({
    link: z.string().nullable().meta({ description: 'The address where the user sets a password. Shown only once.' }),
    password: z.string().nullable().meta({ description: 'The generated password. Shown only once.' }),
  }),
);

const linesSchema = pageOf(userLineSchema);

const list = z.array(z.record(z.string(), z.unknown()));
const exportSchema = object('UserExport', {
  account: z.record(z.string(), z.unknown()),
  ...{ factors: list, sessions: list, apps: list, identities: list, memberships: list },
  ...{ assignments: list, access_requests: list, notices: list, events: list },
});

const at = '/users/{sub}';

const all = <Item extends z.ZodType>(item: Item) => z.strictObject({ items: z.array(item) });

const stateSchema = object('UserState', {
  locked_until: moment.nullable().meta({
    description: 'Until this time, unknown browsers share one attempt per minute. Null if there is no such limit.',
  }),
  open_links: z.int().meta({ description: 'How many unused password links there are.' }),
  password_changed_at: moment.nullable().meta({
    description: 'When the password was last changed. Null if no change is recorded.',
  }),
  must_set_password: z.boolean().meta({ description: 'Whether the user must set a new password at the next sign-in.' }),
  trusted_devices: z.int().meta({ description: 'How many trusted devices do not ask for a second factor.' }),
  mailed_links: z
    .array(z.strictObject({ kind: z.string(), expires_at: moment }))
    .meta({ description: 'Unused links that were sent by email.' }),
  last_sign_in_at: moment.nullable(),
  updated_at: moment,
});

const sessionSchema = object('UserSession', {
  sid: z.string(),
  auth_time: moment,
  last_seen_at: moment,
  ends_at: moment.meta({ description: 'When the session ends without further use.' }),
  idp: z.string(),
  amr: z.array(z.string()).meta({ description: 'How the user signed in (RFC 8176).' }),
  remember: z.boolean(),
  browser: z.string().nullable().meta({ description: 'The browser and system, as reported by the browser.' }),
  address: z.string().nullable().meta({ description: 'The IP address of the sign-in.' }),
  clients: z.array(z.string()).meta({ description: 'The names of the apps it was used with.' }),
});

const sessionsSchema = z.strictObject({
  items: z.array(sessionSchema).meta({ description: 'Up to 200 sessions, newest sign-in first.' }),
  total: z.int().meta({ description: 'The number of all open sessions.' }),
});

const factorSchema = object('UserFactor', {
  id: z.string().meta({ description: '`totp`, `recovery`, or the ID of the passkey.' }),
  factor: z.enum(['passkey', 'totp', 'recovery']),
  name: z.string().nullable(),
  created_at: moment,
  last_used_at: moment.nullable(),
  left: z.int().nullable().meta({ description: 'The number of unused recovery codes. Null for other factors.' }),
});

const grantSchema = object('UserGrant', {
  client_id: z.string(),
  name: z.string(),
  scope: z.string(),
  since: moment,
  grants: z.int().meta({ description: 'The number of active grants.' }),
  remembered: z.boolean(),
});

const identitySchema = object('UserIdentity', {
  ...identityFields,
  provider_name: z.string(),
  created_at: moment,
  last_used_at: moment,
});

const factorsSchema = z.strictObject({
  items: z.array(factorSchema),
  two_step: z
    .strictObject({ on: z.boolean(), because: z.array(z.enum(['app', 'switch', 'role', 'required'])) })
    .meta({ description: 'Two-step verification: whether the user is asked for a second step after the password.' }),
});
const grantsSchema = all(grantSchema);
const identitiesSchema = all(identitySchema);

/** Operations that read, create and change accounts, and read what belongs to them. Actions have others. */
export const userOperations: readonly Operation[] = [
  defineOperation({
    id: 'listUsers',
    endpoint: 'GET /users',
    summary: 'List users by username',
    permission: 'read',
    query,
    success: { status: 200, description: 'A page of users.', schema: linesSchema },
    run: async (admin, { query }) => {
      const {
        q = null,
        state = null,
        role = null,
        signed_in: signedIn = null,
        tenant = null,
        group = null,
        limit,
      } = query;
      const asked = { ...allUsers, q, state, role, signedIn, tenant, group };
      const after = readCursor(query.cursor);
      const { lines, next } = await listUserLines(admin, asked, { limit, after });
      return { body: encode(linesSchema, { items: lines, next: nextAddress('/users', query, next) }) };
    },
  }),
  defineOperation({
    id: 'createUser',
    endpoint: 'POST /users',
    summary: 'Create a user without a role',
    permission: 'edit',
    body: newUser,
    success: { status: 201, description: 'The new user.', schema: madeUser, isVersioned: true },
    run: async (admin, { body }) => {
      const { first_password: kind, password, password_hash: passwordHash, invite, username, ...others } = body;
      const first = invite ? ({ kind: 'invite' } as const) : readFirstPassword(kind, password, passwordHash);
      const named = username ?? (invite ? usernameOf(others.claims.email) : '');
      const profile = { username: named, ...others };
      const { sub, link, password: generated } = await createAccount(admin, { profile, first });
      const once = { link, password: generated };
      return { ...(await answerUser(admin, { sub })), once, location: `${apiRoot}/users/${sub}` };
    },
  }),
  defineOperation({
    id: 'getUser',
    endpoint: `GET ${at}`,
    summary: 'Get a user',
    permission: 'read',
    success: { status: 200, description: 'The user.', schema: userSchema, isVersioned: true },
    run: (admin, { path: { sub = '' } }) => answerUser(admin, { sub }),
  }),
  defineOperation({
    id: 'patchUser',
    endpoint: `PATCH ${at}`,
    summary: 'Update the username, tenants or claims of a user',
    description: 'Replaces the values you send, each as a whole.',
    permission: 'edit',
    condition: 'match',
    body: name('UserPatch', z.strictObject(profileFields).partial()),
    success: { status: 200, description: 'The updated user.', schema: userSchema, isVersioned: true },
    run: async (admin, { path: { sub = '' }, given, condition }) => {
      const user = await getUser(admin, sub);
      const version = userVersion(user);
      checkCondition(condition, version);
      const { username, tenants, claims } = user;
      const profile = { username, tenants, claims, ...(typeof given === 'object' ? given : {}) };
      await saveProfile(admin, sub, { profile, version });
      return answerUser(admin, { sub });
    },
  }),
  defineOperation({
    id: 'getUserState',
    endpoint: 'GET /users/{sub}/state',
    summary: 'Get the sign-in limits and the last sign-in of a user',
    permission: 'read',
    success: { status: 200, description: 'The current state.', schema: stateSchema },
    run: async (admin, { path: { sub = '' } }) => {
      const account = await readUserFacts(admin, sub);
      const security = await readUserSecurity(admin, sub);
      const factors = await readUserFactors(admin, sub);
      return { body: encode(stateSchema, { ...account, ...security, ...factors }) };
    },
  }),
  defineOperation({
    id: 'listUserSessions',
    endpoint: 'GET /users/{sub}/sessions',
    summary: 'List the sessions of a user',
    permission: 'read',
    success: { status: 200, description: 'The open sessions.', schema: sessionsSchema },
    run: async (admin, { path: { sub = '' } }) => {
      await getUser(admin, sub);
      const sessions = await readUserSessions(admin, { sub });
      const items = sessions.map(({ clients, ...session }) => ({
        ...session,
        clients: clients.map(({ name }) => name),
      }));
      return { body: encode(sessionsSchema, { items, total: await countUserSessions(admin, sub) }) };
    },
  }),
  defineOperation({
    id: 'exportUser',
    endpoint: 'GET /users/{sub}/export',
    summary: 'Export what is stored about a user',
    description:
      'The same document as people download in their account: no secrets, no hashes, and no names of other people.',
    permission: 'edit',
    success: { status: 200, description: 'The data of the user.', schema: exportSchema },
    run: async (admin, { path: { sub = '' } }) => ({ body: await exportUser(admin, sub) }),
  }),
  defineOperation({
    id: 'listUserFactors',
    endpoint: 'GET /users/{sub}/factors',
    summary: 'List the passkeys, authenticator app and recovery codes of a user',
    permission: 'read',
    success: { status: 200, description: 'The factors, without their keys.', schema: factorsSchema },
    run: async (admin, { path: { sub = '' } }) => {
      const { factors, twoStep: because } = await readUserFactors(admin, sub);
      const items = factors.map((one) => ({ ...one, factor: one.kind }));
      return { body: encode(factorsSchema, { items, twoStep: { on: because.length > 0, because } }) };
    },
  }),
  defineOperation({
    id: 'listUserGrants',
    endpoint: 'GET /users/{sub}/grants',
    summary: 'List the clients with access to a user',
    permission: 'read',
    success: { status: 200, description: 'The access of each client.', schema: grantsSchema },
    run: async (admin, { path: { sub = '' } }) => {
      await getUser(admin, sub);
      const items = (await readUserApps(admin, sub)).map((app) => ({ ...app, scope: app.scope.join(' ') }));
      return { body: encode(grantsSchema, { items }) };
    },
  }),
  defineOperation({
    id: 'listUserIdentities',
    endpoint: 'GET /users/{sub}/identities',
    summary: 'List the linked identities of a user',
    permission: 'read',
    success: { status: 200, description: 'The linked identities.', schema: identitiesSchema },
    run: async (admin, { path: { sub = '' } }) => {
      await getUser(admin, sub);
      return { body: encode(identitiesSchema, { items: await readUserIdentities(admin, sub) }) };
    },
  }),
];

/** @throws AdminError `invalid` for a hash unless first_password is `imported` */
function readFirstPassword(
  kind: z.output<typeof newUser>['first_password'],
  password = '',
  passwordHash?: string,
): FirstPassword {
  if (kind === 'imported') return { kind, passwordHash: passwordHash ?? '' };
  if (passwordHash !== undefined) {
    const message = 'expected only with first_password: imported';
    throw new AdminError('invalid', message, [{ field: 'password_hash', code: 'password_hash', message }]);
  }
  return kind === 'given' ? { kind: 'typed', password } : { kind };
}
