import type { Change, ValueChange } from './diff';
import { secretKeys } from './without-secrets';

const signs = { create: '+', update: '~', delete: '-' } as const;
const nouns = {
  portal: 'portal',
  scopes: 'scope',
  clients: 'client',
  users: 'user',
  identity_providers: 'identity provider',
  tenants: 'tenant',
} as const;

const maximumWidth = 60;

/**
 * What a file changes, one line an entry: `+ client web`, `- user bob`, `~ client web: enabled: true → false`.
 * @returns `no changes` when there are none
 */
export function formatChanges(changes: readonly Change[]): string {
  return changes.length === 0 ? 'no changes' : changes.map(formatChange).join('\n');
}

function formatChange({ kind, section, key, values }: Change): string {
  const head = `${signs[kind]} ${nouns[section]}${key === '' ? '' : ` ${key}`}`;
  return values.length === 0 ? head : `${head}: ${values.map(formatValue).join(', ')}`;
}

function formatValue({ key, from, to }: ValueChange): string {
  const name = key === 'password_hash' ? 'password' : key;
  const change = `${JSON.stringify(from)} → ${JSON.stringify(to)}`;
  return secretKeys.has(key) || change.length > maximumWidth ? name : `${name} ${change}`;
}
