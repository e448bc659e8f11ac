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
import { createAccount, type FirstPassword, saveProfile } from './save-user';

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
    description: 'The role has no effect until the person sets another password behind a link that an owner made.',
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
  description: 'The user as they are now.',
  schema: userSchema,
  isVersioned: true,
} as const;

export const linkSchema = object('PasswordLink', {
  expires_at: moment,
  link: z.string().nullable().meta({ description: 'Shown this once.' }),
});

export const mailSchema = object('PasswordMail', {
  kind: z.enum(['recover', 'invite']),
  email: z.string(),
  expires_at: moment.meta({ description: 'When its link ends.' }),
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
    description: 'How a username, a name or an email address begins, or a sub. Such a search is one page.',
  }),
  state: z.enum(['enabled', 'disabled']).optional(),
  role: z.enum(['owner', 'editor', 'auditor']).optional(),
  signed_in: z.literal('never').optional(),
  tenant: z.string().max(100).optional().meta({ description: 'The name of a tenant that lists them.' }),
  group: z.string().max(400).optional().meta({ description: 'The name of a group that they are in.' }),
});

const newUser = object('NewUser', {
  ...profileFields,
  first_password: z.enum(['link', 'generated', 'given', 'imported']).default('link').meta({
    description:
      '`link`: they set it themselves; `generated`: it is in the answer; `given`: it is in `password`; `imported`: the hash that another server had is in `password_hash`.',
  }),
  password: z.string().min(1).max(1024).optional().meta({ writeOnly: true }),
  password_hash: z.string().min(1).max(2000).optional().meta({
    writeOnly: true,
    description: 'In one of the notations of the configuration file. The next right password replaces it.',
  }),
});

const madeUser = name(
  'MadeUser',
  userSchema.extend({
    link: z.string().nullable().meta({ description: 'Where they set their password. Shown this once.' }),
    password: z.string().nullable().meta({ description: 'The generated password. Shown this once.' }),
  }),
);

const linesSchema = pageOf(userLineSchema);

const at = '/users/{sub}';

const all = <Item extends z.ZodType>(item: Item) => z.strictObject({ items: z.array(item) });

const stateSchema = object('UserState', {
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
});

const sessionSchema = object('UserSession', {
  sid: z.string(),
  auth_time: moment,
  last_seen_at: moment,
  ends_at: moment.meta({ description: 'When it ends if nobody uses it again.' }),
  idp: z.string(),
  remember: z.boolean(),
  browser: z.string().nullable().meta({ description: 'Browser and system, as the browser says.' }),
  address: z.string().nullable().meta({ description: 'The network address of the sign-in.' }),
  clients: z.array(z.string()).meta({ description: 'The names of the applications it was used at.' }),
});

const sessionsSchema = z.strictObject({
  items: z.array(sessionSchema).meta({ description: 'At most 200, the latest sign-in first.' }),
  total: z.int().meta({ description: 'All that live.' }),
});

const factorSchema = object('UserFactor', {
  id: z.string().meta({ description: '`totp`, `recovery`, or the id of the passkey.' }),
  factor: z.enum(['passkey', 'totp', 'recovery']),
  name: z.string().nullable(),
  created_at: moment,
  last_used_at: moment.nullable(),
  left: z.int().nullable().meta({ description: 'Unused recovery codes; null for other factors.' }),
});

const grantSchema = object('UserGrant', {
  client_id: z.string(),
  name: z.string(),
  scope: z.string(),
  since: moment,
  grants: z.int().meta({ description: 'Sign-ins whose codes or tokens work.' }),
  remembered: z.boolean(),
});

const identitySchema = object('UserIdentity', {
  ...identityFields,
  provider_name: z.string(),
  created_at: moment,
  last_used_at: moment,
});

const factorsSchema = all(factorSchema);
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
    summary: 'Create a user without any role',
    permission: 'edit',
    body: newUser,
    success: { status: 201, description: 'The new user.', schema: madeUser, isVersioned: true },
    run: async (admin, { body: { first_password: kind, password, password_hash: passwordHash, ...profile } }) => {
      const first = readFirstPassword(kind, password, passwordHash);
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
    summary: 'Change the username, tenants or claims of a user',
    description: 'Each key that is given replaces the stored one whole.',
    permission: 'edit',
    condition: 'match',
    body: name('UserPatch', z.strictObject(profileFields).partial()),
    success: { status: 200, description: 'The user as they are now.', schema: userSchema, isVersioned: true },
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
    summary: 'Get until when unknown browsers of a user are slowed down, and the last sign-in',
    permission: 'read',
    success: { status: 200, description: 'How it is now.', schema: stateSchema },
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
    success: { status: 200, description: 'The sessions that live.', schema: sessionsSchema },
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
    id: 'listUserFactors',
    endpoint: 'GET /users/{sub}/factors',
    summary: 'List the passkeys, the authenticator app and the recovery codes of a user',
    permission: 'read',
    success: { status: 200, description: 'The factors, without their keys.', schema: factorsSchema },
    run: async (admin, { path: { sub = '' } }) => {
      const { factors } = await readUserFactors(admin, sub);
      const items = factors.map((one) => ({ ...one, factor: one.kind }));
      return { body: encode(factorsSchema, { items }) };
    },
  }),
  defineOperation({
    id: 'listUserGrants',
    endpoint: 'GET /users/{sub}/grants',
    summary: 'List what a user lets clients do',
    permission: 'read',
    success: { status: 200, description: 'By client.', schema: grantsSchema },
    run: async (admin, { path: { sub = '' } }) => {
      await getUser(admin, sub);
      const items = (await readUserApps(admin, sub)).map((app) => ({ ...app, scope: app.scope.join(' ') }));
      return { body: encode(grantsSchema, { items }) };
    },
  }),
  defineOperation({
    id: 'listUserIdentities',
    endpoint: 'GET /users/{sub}/identities',
    summary: 'List who a user is at identity providers',
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
