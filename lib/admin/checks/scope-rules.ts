import type { Scope } from '#lib/scopes/scope';
import { type Checked, type Found, foundIf, type Severity } from './checked';
import { expired, expiring } from './secret-dates';

type ScopeRule = {
  readonly severity: Severity;
  /** The page where it can be fixed. */
  readonly page: 'settings' | 'clients' | 'api';
  /** @param used the scopes that enabled clients may ask for */
  readonly find: (scope: Scope, used: ReadonlySet<string>, checked: Checked) => Found;
};

/** The rules for each enabled scope that is not built in. */
export const scopeRules = {
  scope_unused: {
    severity: 'advice',
    page: 'clients',
    find: ({ name }, used) => foundIf(!used.has(name)),
  },
  scope_without_text: {
    severity: 'warning',
    page: 'settings',
    find: ({ displayName }) => foundIf(displayName === null),
  },
  scope_secret_expired: {
    severity: 'warning',
    page: 'api',
    find: ({ secrets }, _, { now }) => expired(secrets, now),
  },
  scope_secret_expiring: {
    severity: 'warning',
    page: 'api',
    find: ({ secrets }, _, { now }) => expiring(secrets, now),
  },
} as const satisfies Readonly<Record<string, ScopeRule>>;
