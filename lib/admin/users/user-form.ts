import { readJson } from '#lib/vocabulary/json';
import type { UserTenants } from '#lib/vocabulary/user-tenants';
import { AdminError } from '../admin-error';
import type { PostedFields } from '../read-form';
import { reasonOf } from '../reason-of';
import type { FirstPassword, Profile } from './save-user';
import type { AccountTarget } from './user-actions';

/** The claims that have fields of their own. */
export const plainClaims = ['name', 'given_name', 'family_name', 'email'] as const;

/** A profile from its form. @throws AdminError `invalid` when the JSON cannot be read */
export function readProfileForm(form: PostedFields): Profile {
  const claims: Record<string, unknown> = readClaims(form.text('claims'));
  for (const name of plainClaims) {
    const value = form.text(name);
    if (value !== '') claims[name] = value;
  }
  if (form.has('email_verified')) claims.email_verified = true;
  return { username: form.text('username'), tenants: readTenants(form), claims };
}

function readTenants(form: PostedFields): UserTenants {
  const word = form.text('tenant_access');
  return word === 'all' || word === 'none' ? word : form.lines('tenants');
}

function readClaims(text: string): Record<string, unknown> {
  if (text === '') return {};
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable();
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isPlain(name)));
}

function parse(text: string): unknown {
  try {
    return readJson(text);
  } catch (cause) {
    throw unreadable(cause);
  }
}

function unreadable(cause?: unknown): AdminError {
  const message = 'expected a JSON object';
  return new AdminError('invalid', message, [{ field: 'claims', code: 'unreadable_json', message }], { cause });
}

/** True for a claim that has a field of its own. */
export function isPlain(name: string): boolean {
  return name === 'email_verified' || plainClaims.some((plain) => plain === name);
}

/** How the new person gets to a password. */
export function readFirstPassword(form: PostedFields): FirstPassword {
  const kind = form.text('first');
  if (kind === 'typed') return { kind, password: form.list('password')[0] ?? '' };
  return { kind: kind === 'generated' || kind === 'provider' ? kind : 'link' };
}

/** Which account a form is about, and why. */
export function readOnAccount(form: PostedFields): AccountTarget {
  return { sub: form.text('sub'), reason: reasonOf(form) };
}
