import { z } from 'zod';
import type { AdminContext } from '../../../admin-context';
import { requireNewPassword } from '../../../users/factor-actions';
import { readUserFacts } from '../../../users/read-user';
import { sendPasswordMail } from '../../../users/send-password-mail';
import {
  type AccountTarget,
  enableUser,
  makePasswordLink,
  setRole,
  signOutEverywhere,
  unlockUser,
} from '../../../users/user-actions';
import { defineOperation, type Operation } from '../../operation';
import { moment, name, nothing } from '../../schemas';
import { answerUser, role, userSchema } from './user-schemas';

const tag = 'users';
const userNow = {
  status: 200,
  description: 'The user as they are now.',
  schema: userSchema,
  isVersioned: true,
} as const;

const linkSchema = name(
  'PasswordLink',
  z.strictObject({
    expires_at: moment,
    link: z.string().nullable().meta({ description: 'Shown this once.' }),
  }),
);

const mailSchema = name(
  'PasswordMail',
  z.strictObject({
    kind: z.enum(['recover', 'invite']),
    email: z.string(),
    expires_at: moment.meta({ description: 'When its link ends.' }),
  }),
);

/** Actions on an account in any state. Repeating an action changes nothing. */
export const accountActionOperations: readonly Operation[] = [
  command('enableUser', '/users/{sub}/enable', 'Let a user sign in', (admin, on) => enableUser(admin, on, true)),
  command('disableUser', '/users/{sub}/disable', 'Keep a user out and end what they have', (admin, on) =>
    enableUser(admin, on, false),
  ),
  command('unlockUser', '/users/{sub}/unlock', 'Let a user try their password again at once', unlockUser),
  command('signOutUser', '/users/{sub}/sign-out', 'End every session and grant of a user', signOutEverywhere),
  defineOperation({
    id: 'createPasswordLink',
    method: 'POST',
    path: '/users/{sub}/password-link',
    tag,
    summary: 'Make the link with which a user sets a password',
    description: 'Links made before stop working.',
    permission: 'edit',
    query: null,
    body: nothing,
    success: { status: 201, description: 'The link.', schema: linkSchema },
    run: async (admin, { path: { sub = '' } }) => {
      const { link, expiresAt } = await makePasswordLink(admin, { sub, reason: admin.reason ?? null });
      return { body: { expires_at: expiresAt.toISOString() }, once: { link } };
    },
  }),
  command(
    'requireNewPassword',
    '/users/{sub}/require-password',
    'Ask a user for a new password at the next sign-in',
    (admin, on) => requireNewPassword(admin, on, true),
  ),
  command('liftNewPassword', '/users/{sub}/keep-password', 'Ask a user for a new password no more', (admin, on) =>
    requireNewPassword(admin, on, false),
  ),
  defineOperation({
    id: 'sendPasswordMail',
    method: 'POST',
    path: '/users/{sub}/password-mail',
    tag,
    summary: 'Mail a user a link to set a password',
    description: 'An invitation for a user without a password, else a link to the verified address.',
    permission: 'edit',
    query: null,
    body: nothing,
    success: { status: 200, description: 'The mail that was sent.', schema: mailSchema },
    run: async (admin, { path: { sub = '' } }) => {
      const { kind, email, expiresAt } = await sendPasswordMail(admin, { sub, reason: admin.reason ?? null });
      const body: z.input<typeof mailSchema> = { kind, email, expires_at: expiresAt.toISOString() };
      return { body };
    },
  }),
  defineOperation({
    id: 'putUserRole',
    method: 'PUT',
    path: '/users/{sub}/role',
    tag,
    summary: 'Give a user a role in the administration, or take it',
    permission: 'own',
    query: null,
    body: name('UserRole', z.strictObject({ role })),
    success: userNow,
    run: async (admin, { path: { sub = '' }, body }) => {
      await setRole(admin, { sub, reason: admin.reason ?? null }, body.role);
      return answerUser(await readUserFacts(admin, sub));
    },
  }),
];

function command(
  id: string,
  path: `/${string}`,
  summary: string,
  run: (admin: AdminContext, on: AccountTarget) => Promise<void>,
): Operation {
  return defineOperation({
    id,
    method: 'POST',
    path,
    tag,
    summary,
    permission: 'edit',
    query: null,
    body: nothing,
    success: userNow,
    run: async (admin, { path: { sub = '' } }) => {
      await run(admin, { sub, reason: admin.reason ?? null });
      return answerUser(await readUserFacts(admin, sub));
    },
  });
}
