import { z } from 'zod';
import { canonicalUsername } from '#lib/users/canonical-username';
import { isPasswordHash, maximumPasswordBytes } from '#lib/users/password-hash';
import { claims } from '#lib/vocabulary/claims';
import { entry, refuse, uniqueList } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import { name } from '#lib/vocabulary/text';

const roles = ['owner', 'editor', 'auditor'] as const;

const username = z.string().refine((text) => text === text.trim() && canonicalUsername(text) !== null, {
  error: 'expected 1 to 100 visible characters without spaces at the ends',
  params: { code: 'username' },
});

/** The subject identifier (OIDC Core §2): at most 255 ASCII characters. */
const sub = z
  .string()
  .max(255)
  .regex(/^[\x21-\x7e]+$/, { error: 'expected printable ASCII characters without spaces (OIDC Core §2)' });

const password = z
  .string()
  .min(1)
  .refine((text) => Buffer.byteLength(text) <= maximumPasswordBytes, {
    error: `expected at most ${maximumPasswordBytes} bytes`,
    params: { code: 'too_big' },
  });

const passwordHash = z.string().refine(isPasswordHash, {
  error: 'expected an argon2 hash of bearable cost, $argon2id$v=19$m=…,t=…,p=…$…$…',
  params: { code: 'password_hash' },
});

/** `false`, a role, or `true` for owner; the output is a role or null. */
const admin = z
  .union([z.boolean(), z.enum(roles)], { error: `expected false, true or one of ${roles.join(', ')}` })
  .transform((given) => (given === true ? ('owner' as const) : given === false ? null : given));

/** One entry of the section `users`, in the file's order of keys. */
export const userFields = {
  username,
  sub: sub.optional(),
  password: password.optional(),
  password_hash: passwordHash.nullable().optional(),
  enabled: z.boolean().default(true),
  admin: admin.default(null),
  tenants: uniqueList(name, 100).default([]),
  claims: claims.default({}),
};

export const userSchema = entry(userFields)
  .superRefine((user, context) => {
    if (user.password === undefined || user.password_hash === undefined) return;
    refuse(context, ['password_hash'], 'password_twice', 'expected either password or password_hash');
  })
  .transform((user) => ({ ...camelKeys(user), canonicalUsername: canonicalUsername(user.username) ?? user.username }));

export type UserEntry = z.output<typeof userSchema>;
