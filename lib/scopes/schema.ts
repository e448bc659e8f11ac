import { checkKeys, introspectionKeys } from '#lib/apis/settings';
import { entry, refuse } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import { schemasOf } from '#lib/vocabulary/setting';
import { isAdminScope } from './admin-scopes';
import { builtInScopes } from './built-in';
import { scopeSettings } from './settings';

/** One entry of the section `scopes`, with its keys in the file's order. */
export const scopeFields = schemasOf(scopeSettings);

export const scopeSchema = entry(scopeFields)
  .superRefine((scope, context) => {
    if (scope.type === 'resource') {
      if (scope.audience === 'resource' && scope.resource === null) {
        refuse(context, ['audience'], 'audience_without_resource', 'audience: resource needs the key resource');
      }
      checkKeys(scope, context);
      // Installations may have had one before there was a built-in scope.
      const isFree = !builtInScopes.has(scope.name) || isAdminScope(scope.name) || scope.name === 'groups';
      if (isFree) return;
      return refuse(context, ['type'], 'scope_built_in', `${scope.name} is always an identity scope`);
    }
    if (scope.secrets.length > 0) {
      refuse(context, ['secrets'], 'identity_scope_secrets', 'only a resource scope has secrets');
    }
    if (scope.resource !== null) {
      refuse(context, ['resource'], 'identity_scope_resource', 'only a resource scope has a resource URI');
    }
    if (scope.audience !== 'name') {
      refuse(context, ['audience'], 'identity_scope_audience', 'only a resource scope has an audience');
    }
    if (scope.open) {
      refuse(
        context,
        ['open'],
        'identity_scope_open',
        'only a resource scope can be open, because every client can request identity scopes',
      );
    }
    if (scope.access_token_typ !== null) {
      refuse(context, ['access_token_typ'], 'identity_scope_typ', 'only a resource scope decides on access tokens');
    }
    for (const key of introspectionKeys) {
      if (scope[key] === null) continue;
      refuse(context, [key], 'identity_scope_introspection', 'only a resource scope introspects tokens');
    }
  })
  .transform(camelKeys);
