import type { z } from 'zod';
import { claimName, claimValue, protocolClaims } from './claims';
import { boundedList, group, refuse, uniqueList } from './entry';
import { roleName } from './role';

const maximumRules = 50;

/** Of a value, in characters of its JSON text. */
const maximumValue = 1_000;

const rule = group({
  claim: claimName,
  from: claimName.nullable().default(null),
  value: claimValue.nullable().default(null),
  when_roles: uniqueList(roleName, 100).default([]),
});

/** The claim rules of a client or an API, in their order. */
export const claimRules = boundedList(rule, maximumRules);

type Read = z.output<typeof rule>;

/** A claim that is written from a claim of the person, or with a value. Exactly one of `from` and `value` is not null. */
export type ClaimRule = { readonly [Key in keyof Read]: Key extends 'whenRoles' ? readonly string[] : Read[Key] };

/** Only these lead to each other: people can change some of their own claims. */
const lists = new Set(['groups', 'roles', 'role']);
/** These are always a text (OpenID Connect Core §5.1). */
const texts = new Set(['name', 'given_name', 'family_name']);

/** Applications take a verified address for the account, so no rule makes one. */
const never = new Set([
  ...['email', 'email_verified', 'phone_number', 'phone_number_verified', 'preferred_username', 'username'],
]);
/** Answers of introspection set these (RFC 7662 §2.2). */
const neverByApi = new Set(['active', 'token_type']);

type Owner = {
  readonly claimRules: readonly ClaimRule[];
  readonly roles: readonly { readonly name: string }[];
  /** The claims of an API. Null for a client. */
  readonly claims: readonly string[] | null;
};

/** Finds rules of a client or an API that write what no rule may write, from where none may read, or in another type. */
export function checkClaimRules(owner: Owner, context: z.core.$RefinementCtx<unknown>): void {
  for (const [index, one] of owner.claimRules.entries()) {
    const found = findProblem(one, owner);
    if (found !== null) refuse(context, ['claim_rules', index, found.at], found.code, found.message, found.facts);
    const names = new Set(owner.roles.map(({ name }) => name));
    const place = one.whenRoles.findIndex((name) => !names.has(name));
    if (place === -1) continue;
    const name = one.whenRoles[place] ?? '';
    refuse(context, ['claim_rules', index, 'when_roles', place], 'role_unknown', `there is no role ${name}`, { name });
  }
}

type Found = {
  readonly at: string;
  readonly code: 'rule_claim' | 'rule_source' | 'rule_value';
  readonly message: string;
  readonly facts: Readonly<Record<string, string>>;
};

function findProblem({ claim, from, value }: ClaimRule, { roles, claims }: Owner): Found | null {
  const facts = { name: claim };
  if (protocolClaims.has(claim) || never.has(claim) || (claims !== null && neverByApi.has(claim))) {
    return { at: 'claim', code: 'rule_claim', message: `no rule may write ${claim}`, facts };
  }
  const source = (message: string): Found => ({
    at: 'from',
    code: 'rule_source',
    message,
    facts: { name: from ?? '' },
  });
  if ((from === null) === (value === null)) return source('expected either from or value');
  if (from === null) return findValueProblem(claim, value);
  if (lists.has(claim) && !lists.has(from))
    return source(`${claim} is written from groups, roles or role, or by value`);
  if (from === 'roles' && roles.length === 0) return source('roles needs roles here');
  if (from === 'groups' && claims !== null && !claims.includes('groups'))
    return source('groups needs groups in claims');
  return protocolClaims.has(from) ? source(`${from} is not a claim of people`) : null;
}

function findValueProblem(claim: string, value: ClaimRule['value']): Found | null {
  const wrong = (message: string): Found => ({ at: 'value', code: 'rule_value', message, facts: { name: claim } });
  if (JSON.stringify(value).length > maximumValue) return wrong(`expected at most ${maximumValue} characters of JSON`);
  return shaped(claim, value ?? '') === undefined ? wrong(`${claim} has another type`) : null;
}

type Value = NonNullable<ClaimRule['value']>;

/**
 * A value in the type of the claim it is written as: a list of texts for groups, roles and role, one text for names.
 * @returns undefined if it has another type, or is empty
 */
export function shaped(claim: string, value: Value): Value | undefined {
  if (value === '') return undefined;
  if (lists.has(claim)) return isTexts(value) ? value : undefined;
  return texts.has(claim) && typeof value !== 'string' ? undefined : value;
}

function isTexts(value: Value): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** As in a file. */
export function wireClaimRules(rules: readonly ClaimRule[]): object[] {
  return rules.map(({ claim, from, value, whenRoles }) => ({ claim, from, value, when_roles: whenRoles }));
}
