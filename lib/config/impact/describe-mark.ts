import { countLimit, type Mark, type PeopleMark } from './mark';

const shownNames = 5;

/** A mark for programs. */
export type ToldMark = {
  readonly mark: Mark['kind'];
  /** Of what the mark is about. Counting stops at 1,000. */
  readonly count: number;
  /** The first five. */
  readonly names: readonly string[];
  /** The same in English. */
  readonly text: string;
  /** Of people: those who used it in 90 days. */
  readonly used?: number;
  readonly role?: string;
  /** The clients that ask, the first five. */
  readonly clients?: readonly string[];
};

/** A mark as the plan answers it. */
export function tellMark(mark: Mark): ToldMark {
  const names = 'names' in mark ? mark.names : [];
  const count = 'count' in mark ? mark.count : names.length;
  return {
    mark: mark.kind,
    count: Math.min(count, countLimit),
    names: names.slice(0, shownNames),
    text: describeMark(mark),
    ...('used' in mark && { used: Math.min(mark.used, countLimit) }),
    ...('role' in mark && { role: mark.role }),
    ...('clients' in mark && { clients: mark.clients.slice(0, shownNames) }),
  };
}

/** A mark in English, for the command line and the administration: `212 users have active grants`. */
export function describeMark(mark: Mark): string {
  switch (mark.kind) {
    case 'not_checked':
      return 'usage was not checked, because there is too much to check';
    case 'jwts_live':
      return `APIs that verify JWTs themselves accept tokens that were already issued until they expire, for up to ${describeSeconds(mark.seconds)}`;
    case 'audience_changes':
      return describeAudience(mark);
    case 'access_lost':
    case 'access_gained':
    case 'roles_lost':
    case 'roles_gained':
      return 'person' in mark ? describePerson(mark) : describePeople(mark);
    default:
      return 'names' in mark ? describeNames(mark) : describeCount(mark);
  }
}

function describePeople(mark: Extract<Mark, { readonly isAtLeast: boolean }>): string {
  const { kind, count, names, isAtLeast } = mark;
  const isOne = count === 1 && !isAtLeast;
  const verb = kind === 'access_lost' || kind === 'roles_lost' ? (isOne ? 'loses' : 'lose') : isOne ? 'gets' : 'get';
  const what = 'role' in mark ? `the role ${mark.role}` : 'access';
  const people = `${atLeast(isAtLeast)}${amount(count)} ${isOne ? 'person' : 'people'}`;
  const used = 'used' in mark ? `, ${describeUsed(mark)} of them used it in 90 days` : '';
  return `${people} ${verb} ${what}${used}: ${listOf(names, count)}`;
}

function describeUsed({ used, isUsedAtLeast }: PeopleMark): string {
  return used === 0 && !isUsedAtLeast ? 'none' : `${atLeast(isUsedAtLeast)}${amount(used)}`;
}

function atLeast(isAtLeast: boolean): string {
  return isAtLeast ? 'at least ' : '';
}

function describePerson({ kind, names }: Extract<Mark, { readonly person: true }>): string {
  const verb = kind.endsWith('_lost') ? 'loses' : 'gets';
  const isRole = kind.startsWith('roles');
  const noun = isRole ? 'role' : 'client';
  return `${verb} ${isRole ? '' : 'access to '}${names.length} ${noun}${names.length === 1 ? '' : 's'}: ${listOf(names)}`;
}

function describeAudience({ names, clients }: Extract<Mark, { readonly kind: 'audience_changes' }>): string {
  const scopes = `tokens with ${names.length === 1 ? 'this scope' : `these ${names.length} scopes`} get another aud: ${listOf(names)}`;
  return `${scopes}; asked for by ${clients.length === 1 ? '' : `${clients.length} clients: `}${listOf(clients)}`;
}

type CountMark = Extract<Mark, { readonly count: number }>;

function describeCount({ kind, count }: Exclude<CountMark, { readonly names: unknown }>): string {
  const many = (one: string, several: string) => `${amount(count)} ${count === 1 ? one : several}`;
  switch (kind) {
    case 'people_lose_access':
      return many('user has an active grant', 'users have active grants');
    case 'tokens_stop':
      return many('token stops working', 'tokens stop working');
    case 'secrets_in_use':
      return `removes ${many('secret', 'secrets')} in use`;
    case 'scope_clients':
      return many('client uses it', 'clients use it');
    case 'provider_people':
      return many('user signs in with it', 'users sign in with it');
    case 'tenant_clients':
      return many('client belongs to it', 'clients belong to it');
    case 'group_members':
      return many('user is in it', 'users are in it');
    case 'memberships_end':
      return many('membership of a group ends', 'memberships of groups end');
    case 'grants_end':
      return many('active grant ends', 'active grants end');
    case 'sessions_end':
      return many('session ends', 'sessions end');
    default:
      return kind satisfies never;
  }
}

type NameMark = Exclude<
  Extract<Mark, { readonly names: readonly string[] }>,
  { readonly kind: `${string}_lost` | `${string}_gained` | 'audience_changes' }
>;

function describeNames({ kind, names }: NameMark): string {
  const list = listOf(names);
  const count = names.length;
  switch (kind) {
    case 'client_in_use':
      return `last used on ${list}`;
    case 'people_become_new':
      return 'users become new accounts in this app';
    case 'redirect_uris_in_use':
      return `breaks ${count} redirect ${count === 1 ? 'URI' : 'URIs'} in use: ${list}`;
    case 'grant_types_in_use':
      return `removes ${count === 1 ? 'a grant type' : `${count} grant types`} in use: ${list}`;
    case 'scopes_in_use':
      return `removes ${count === 1 ? 'a scope' : `${count} scopes`} in use: ${list}`;
    case 'authentication_in_use':
      return `the app must change too: ${list}`;
    case 'legacy_flows_in_use':
      return `stops flows in use at ${amount(count)} ${count === 1 ? 'client' : 'clients'}: ${list}`;
    case 'claims_change':
      return `groups or roles change in the tokens of ${count === 1 ? '' : `${amount(count)} clients: `}${list}`;
    case 'starts_empty':
      return `the people of the former ${list} don’t come back with it: to have them back, undo the change that removed it`;
    default:
      return kind satisfies never;
  }
}

function amount(count: number): string {
  return count > countLimit ? `more than ${countLimit}` : String(count);
}

/** @param count how many there are, if that is more than the names */
function listOf(names: readonly string[], count = names.length): string {
  const more = count - Math.min(names.length, shownNames);
  const rest = count > countLimit ? ' and more' : more > 0 ? ` and ${more} more` : '';
  return `${names.slice(0, shownNames).join(', ')}${rest}`;
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

function describeSeconds(seconds: number): string {
  const [unit, length] = units.find(([, one]) => seconds % one === 0 && seconds >= one) ?? ['second', 1];
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
