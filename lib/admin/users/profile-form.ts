import { text } from '#lib/forms/read-posted';
import { canonicalEmail } from '#lib/vocabulary/email';
import { isJsonObject, readJson } from '#lib/vocabulary/json';
import type { UserTenants } from '#lib/vocabulary/user-tenants';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { linesOf } from '../read-form';
import type { FirstPassword, Profile } from './save-user';

/** The claims that have fields of their own. */
const plainClaims = ['name', 'given_name', 'family_name', 'email'] as const;

/** As much as a form may hold. The rules of the configuration say what each value may be. */
const typed = text(500_000);

/** The fields of a profile. */
export const profileFields = {
  ...{ username: typed, name: typed, given_name: typed, family_name: typed, email: typed },
  ...{ email_verified: typed, claims: typed, tenant_access: typed, tenants: typed },
};

type TypedProfile = Readonly<Record<keyof typeof profileFields, string>>;

/**
 * A profile from its form. Claims that a field cannot show stay as they are stored.
 * @param stored the claims that the form was made of. Empty for a new person
 * @throws AdminError `invalid` if the JSON cannot be parsed, a new email is no address, or the name of a tenant is
 * ambiguous
 */
export function readProfileForm(
  typed: TypedProfile,
  { snapshot }: Pick<AdminContext, 'snapshot'>,
  stored: Readonly<Record<string, unknown>> = {},
): Profile {
  const claims: Record<string, unknown> = readClaims(typed.claims);
  for (const name of plainClaims) {
    const value = readPlain(typed[name], stored[name]);
    if (value !== undefined) claims[name] = value;
  }
  if (claims.email !== undefined && claims.email !== stored.email) checkEmail(claims.email);
  if (typed.email_verified !== '') claims.email_verified = true;
  else if (stored.email_verified !== undefined && stored.email_verified !== true) {
    claims.email_verified = stored.email_verified;
  }
  return { username: typed.username, tenants: readTenants(typed, snapshot), claims };
}

/** Undefined if there is none. The field of a claim that is no text is empty, and a text is shown with its spaces. */
function readPlain(typed: string, stored: unknown): unknown {
  const shown = typeof stored === 'string' ? stored.trim() : '';
  if (typed === shown) return stored;
  return typed === '' ? undefined : typed;
}

/** @throws AdminError `invalid` at the field of the email for anything except an address */
export function checkEmail(email: unknown): void {
  if (canonicalEmail(email) !== null) return;
  const message = 'expected an email address';
  throw new AdminError('invalid', message, [{ field: 'email', code: 'email_unreadable', message }]);
}

function readTenants({ tenant_access: word, tenants }: TypedProfile, snapshot: AdminContext['snapshot']): UserTenants {
  if (word === 'all' || word === 'none') return word;
  return linesOf(tenants).map((line, index) => readTenant(line, index, snapshot));
}

/** A tenant by its ID, otherwise by its display name. An unknown tenant is refused when the profile is saved. */
function readTenant(typed: string, index: number, { tenants }: AdminContext['snapshot']): string {
  if (tenants.has(typed)) return typed;
  const called = [...tenants.values()].filter(({ displayName }) => displayName.toLowerCase() === typed.toLowerCase());
  const [first, ...others] = called.map(({ name }) => name);
  if (first === undefined || others.length === 0) return first ?? typed;
  const facts = { name: typed, ids: [first, ...others].join(', ') };
  const message = `several tenants are called ${typed}`;
  throw new AdminError('invalid', message, [{ field: `tenants[${index}]`, code: 'several_tenants', message, facts }]);
}

function readClaims(text: string): Record<string, unknown> {
  if (text === '') return {};
  const value = parse(text);
  if (!isJsonObject(value)) throw unreadable();
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

/** Whether a claim has a field of its own. */
export function isPlain(name: string): boolean {
  return name === 'email_verified' || plainClaims.some((plain) => plain === name);
}

/** How the new person gets a password. */
export function readFirstPassword(kind: string, password = ''): FirstPassword {
  if (kind === 'typed') return { kind, password };
  return { kind: kind === 'generated' || kind === 'provider' ? kind : 'link' };
}
