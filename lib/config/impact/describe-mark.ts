import { countLimit, type Mark } from './mark';

const shownNames = 5;

/** A mark in English, for the command line and the administration: `212 users have active grants`. */
export function describeMark(mark: Mark): string {
  if (mark.kind === 'not_checked') return 'usage was not checked, because too many entries are deleted';
  return 'names' in mark ? describeNames(mark) : describeCount(mark);
}

function describeCount({ kind, count }: Extract<Mark, { readonly count: number }>): string {
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

function describeNames({ kind, names }: Extract<Mark, { readonly names: readonly string[] }>): string {
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
    default:
      return kind satisfies never;
  }
}

function amount(count: number): string {
  return count > countLimit ? `more than ${countLimit}` : String(count);
}

function listOf(names: readonly string[]): string {
  const more = names.length - shownNames;
  return `${names.slice(0, shownNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
