import { z } from 'zod';
import { userFields } from '#lib/config/user-schema';
import type { UserLine } from '../../../users/list-users';
import type { UserFacts } from '../../../users/read-user';
import type { Outcome } from '../../operation';
import { moment, name } from '../../schemas';

export const role = z.enum(['owner', 'editor', 'auditor']).nullable();

/** The data of a person that can be written. Nothing else can be set (security #159). */
export const profileFields = {
  username: userFields.username,
  tenants: userFields.tenants,
  claims: userFields.claims,
};

export const userSchema = name(
  'User',
  z.strictObject({
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
  }),
);

export function tellUser(user: UserFacts): z.input<typeof userSchema> {
  const { sub, username, enabled, role, tenants, claims, hasPassword, passwordDue, createdAt } = user;
  return {
    sub,
    username,
    enabled,
    role,
    tenants: typeof tenants === 'string' ? tenants : [...tenants],
    claims,
    has_password: hasPassword,
    password_due: passwordDue,
    created_at: createdAt.toISOString(),
  };
}

/** A person, with the version that a change has to name. */
export function answerUser(user: UserFacts): Outcome {
  return { body: tellUser(user), version: user.version };
}

export const userLineSchema = name(
  'UserLine',
  z.strictObject({
    sub: z.string(),
    username: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    enabled: z.boolean(),
    role,
    created_at: moment,
    last_sign_in_at: moment.nullable(),
  }),
);

export function tellUserLine({ createdAt, lastSignInAt, ...line }: UserLine): z.input<typeof userLineSchema> {
  const { sub, username, name, email, enabled, role } = line;
  return {
    sub,
    username,
    name,
    email,
    enabled,
    role,
    created_at: createdAt.toISOString(),
    last_sign_in_at: lastSignInAt?.toISOString() ?? null,
  };
}
