import { z } from 'zod';
import { parseTotpKey } from '#lib/factors/totp';
import { findHashProblem, maximumPasswordBytes } from '#lib/users/password-hash';
import { userOrigins } from '#lib/users/user';
import { parseUsername, type Username } from '#lib/users/username';
import { claims } from '#lib/vocabulary/claims';
import { entry, refuse, uniqueList } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import { boundedText, name } from '#lib/vocabulary/text';
import { userAssignments } from './user-assignments';
import { userGroups } from './user-groups';

const roles = ['owner', 'editor', 'auditor'] as const;

const username = boundedText(
  400,
  z.refine((text) => text === text.trim() && parseUsername(text) !== null, {
    error: 'expected 1 to 100 visible characters without spaces at the ends',
    params: { code: 'username' },
  }),
);

/** The subject identifier (OIDC Core §2): at most 255 ASCII characters. */
const sub = boundedText(
  255,
  z.regex(/^[\x21-\x7e]+$/, { error: 'expected printable ASCII characters without spaces (OIDC Core §2)' }),
);

const password = boundedText(
  maximumPasswordBytes,
  z.refine((text) => Buffer.byteLength(text) <= maximumPasswordBytes, {
    error: `expected at most ${maximumPasswordBytes} bytes`,
    params: { code: 'too_big', facts: { limit: maximumPasswordBytes, of: 'bytes' } },
  }),
).min(1);

const passwordHash = boundedText(
  2000,
  z.superRefine((text, context) => {
    const problem = findHashProblem(text);
    if (problem !== null) refuse(context, [], 'password_hash', problem);
  }),
);

/** `false`, a role, or `true` for owner; the output is a role or null. */
const admin = z
  .union([z.boolean(), z.enum(roles)], { error: `expected false, true or one of ${roles.join(', ')}` })
  .transform((given) => (given === true ? ('owner' as const) : given === false ? null : given));

/** The most powerful role that the password counts for, or `none`; the output is a role or null. */
const passwordCountsFor = z.enum([...roles, 'none']).transform((given) => (given === 'none' ? null : given));

const totpExpected = 'expected the key of an authenticator app: 16 to 128 characters of Base32';

/** Spaces, dashes, padding and case are ignored. The output is the key as it is stored. */
const totpSecret = z
  .string()
  .max(400)
  .transform((text, context) => {
    const key = parseTotpKey(text);
    if (key !== null) return key;
    refuse(context, [], 'totp_secret', totpExpected);
    return z.NEVER;
  });

const secondFactor = entry({ type: z.literal('totp'), secret: totpSecret });

/** An account has at most one authenticator app. */
const secondFactors = z.array(secondFactor).max(1);

const tenantsExpected = 'expected all (every tenant), none (only sign-ins without a tenant) or a list of tenant names';

const maximumTenants = 100;

/** An empty list is refused because it used to mean `all` but reads like `none`. */
const tenants = z.union(
  [
    z.enum(['all', 'none']),
    uniqueList(name, maximumTenants).superRefine((names, context) => {
      if (names.length === 0) refuse(context, [], 'tenants_empty', tenantsExpected);
    }),
  ],
  {
    error: ({ input }) =>
      Array.isArray(input) && input.length > maximumTenants
        ? `expected at most ${maximumTenants} tenants, or all for every tenant`
        : tenantsExpected,
  },
);

/** The keys of an entry in the section `users`, in the order of the file. */
export const userFields = {
  username,
  sub: sub.optional(),
  password: password.optional(),
  password_hash: passwordHash.nullable().optional(),
  password_counts_for: passwordCountsFor.optional(),
  second_factors: secondFactors.optional(),
  enabled: z.boolean().default(true),
  admin: admin.default(null),
  tenants: tenants.default('all'),
  claims: claims.default({}),
  origin: z.enum(userOrigins).optional(),
  groups: userGroups.optional(),
  assignments: userAssignments.optional(),
};

export const userSchema = entry(userFields)
  .superRefine((user, context) => {
    if (user.password === undefined || user.password_hash === undefined) return;
    refuse(context, ['password_hash'], 'password_twice', 'expected either password or password_hash');
  })
  .transform((user) => ({ ...camelKeys(user), ...checkedName(user.username) }));

export type UserEntry = z.output<typeof userSchema>;

function checkedName(text: string): Username {
  const name = parseUsername(text);
  if (name === null) throw new Error('the username was not checked');
  return name;
}
