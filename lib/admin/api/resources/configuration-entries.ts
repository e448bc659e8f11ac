import { addScopeSecret, deleteScopeSecret } from '../../scopes/change-scope';
import { readScope } from '../../scopes/read-scope';
import { entryOperations } from '../entries/entry-operations';
import { providerKind } from '../entries/provider-kind';
import { scopeKind } from '../entries/scope-kind';
import { secretOperations } from '../entries/secret-operations';
import { tenantKind } from '../entries/tenant-kind';
import type { Operation } from '../operation';

/** Scopes, identity providers and tenants: few enough to be listed whole. */
export const configurationEntryOperations: readonly Operation[] = [
  ...entryOperations(scopeKind),
  ...secretOperations(scopeKind, {
    list: async (admin, key) => (await readScope(admin, key)).secrets,
    add: addScopeSecret,
    remove: deleteScopeSecret,
  }),
  ...entryOperations(providerKind),
  ...entryOperations(tenantKind),
];
