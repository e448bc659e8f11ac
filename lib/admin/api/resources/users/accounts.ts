import { z } from 'zod';
import { AdminError } from '../../../admin-error';
import { listUserLines } from '../../../users/list-users';
import { getUser, readUserFacts, userVersion } from '../../../users/read-user';
import { createAccount, type FirstPassword, saveProfile } from '../../../users/save-user';
import { deleteAccount } from '../../../users/user-actions';
import { allUsers } from '../../../users/user-query';
import { checkCondition } from '../../conditions';
import { apiRoot } from '../../find-operation';
import { defineOperation, type Operation } from '../../operation';
import { nextAddress, readCursor } from '../../paging';
import { name, pageOf, paging } from '../../schemas';
import { answerUser, profileFields, tellUser, tellUserLine, userLineSchema, userSchema } from './user-schemas';

const query = z.strictObject({
  ...paging,
  q: z.string().max(255).optional().meta({
    description: 'How a username, a name or an email address begins, or a sub. Such a search is one page.',
  }),
  state: z.enum(['enabled', 'disabled']).optional(),
  role: z.enum(['owner', 'editor', 'auditor']).optional(),
  signed_in: z.literal('never').optional(),
  tenant: z.string().max(100).optional().meta({ description: 'The name of a tenant that lists them.' }),
});

const newUser = name(
  'NewUser',
  z.strictObject({
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
  }),
);

const madeUser = name(
  'MadeUser',
  userSchema.extend({
    link: z.string().nullable().meta({ description: 'Where they set their password. Shown this once.' }),
    password: z.string().nullable().meta({ description: 'The generated password. Shown this once.' }),
  }),
);

const at = '/users/{sub}';
const tag = 'users';

/** Operations that list, create, change and delete accounts. */
export const accountOperations: readonly Operation[] = [
  defineOperation({
    id: 'listUsers',
    method: 'GET',
    path: '/users',
    tag,
    summary: 'List users by username',
    permission: 'read',
    query,
    body: null,
    success: { status: 200, description: 'A page of users.', schema: pageOf(userLineSchema) },
    run: async (admin, { query }) => {
      const { q = null, state = null, role = null, signed_in: signedIn = null, tenant = null, limit } = query;
      const asked = { ...allUsers, q, state, role, signedIn, tenant };
      const after = readCursor(query.cursor);
      const { lines, next } = await listUserLines(admin, asked, { limit, after });
      return { body: { items: lines.map(tellUserLine), next: nextAddress('/users', query, next) } };
    },
  }),
  defineOperation({
    id: 'createUser',
    method: 'POST',
    path: '/users',
    tag,
    summary: 'Create a user without any role',
    permission: 'edit',
    query: null,
    body: newUser,
    success: { status: 201, description: 'The new user.', schema: madeUser, isVersioned: true },
    run: async (admin, { body: { first_password: kind, password, password_hash: passwordHash, ...profile } }) => {
      const first = readFirstPassword(kind, password, passwordHash);
      const made = await createAccount(admin, { profile, first, reason: admin.reason ?? null });
      const user = await readUserFacts(admin, made.sub);
      const once = { link: made.link, password: made.password };
      return { body: tellUser(user), version: user.version, once, location: `${apiRoot}/users/${made.sub}` };
    },
  }),
  defineOperation({
    id: 'getUser',
    method: 'GET',
    path: at,
    tag,
    summary: 'Get a user',
    permission: 'read',
    query: null,
    body: null,
    success: { status: 200, description: 'The user.', schema: userSchema, isVersioned: true },
    run: async (admin, { path: { sub = '' } }) => answerUser(await readUserFacts(admin, sub)),
  }),
  defineOperation({
    id: 'patchUser',
    method: 'PATCH',
    path: at,
    tag,
    summary: 'Change the username, tenants or claims of a user',
    description: 'Each key that is given replaces the stored one whole.',
    permission: 'edit',
    condition: 'match',
    query: null,
    body: name('UserPatch', z.strictObject(profileFields).partial()),
    success: { status: 200, description: 'The user as they are now.', schema: userSchema, isVersioned: true },
    run: async (admin, { path: { sub = '' }, given, condition }) => {
      const user = await getUser(admin, sub);
      const version = userVersion(user);
      checkCondition(condition, version);
      const { username, tenants, claims } = user;
      const profile = { username, tenants, claims, ...(typeof given === 'object' ? given : {}) };
      await saveProfile(admin, { sub, reason: admin.reason ?? null }, { profile, version });
      return answerUser(await readUserFacts(admin, sub));
    },
  }),
  defineOperation({
    id: 'deleteUser',
    method: 'DELETE',
    path: at,
    tag,
    summary: 'Delete a user with everything that belongs to them',
    permission: 'edit',
    condition: 'match',
    query: null,
    body: null,
    success: { status: 204, description: 'The user is gone.' },
    run: async (admin, { path: { sub = '' }, condition }) => {
      const version = userVersion(await getUser(admin, sub));
      checkCondition(condition, version);
      await deleteAccount(admin, { sub, reason: admin.reason ?? null }, { version });
      return {};
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
