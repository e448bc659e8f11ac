import type { z } from 'zod';
import { checkEncryption } from '#lib/foreign-keys/encryption-key';
import { entry, refuse } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import { schemasOf } from '#lib/vocabulary/setting';
import { isAdminScope } from './admin-scopes';
import { builtInScopes } from './built-in';
import { scopeSettings } from './settings';

/** One entry of the section `scopes`, with its keys in the file's order. */
export const scopeFields = schemasOf(scopeSettings);

/** Keys that only an API can use, because it introspects. */
const introspectionKeys = [
  'introspection_signed_response_alg',
  'introspection_encrypted_response_alg',
  'introspection_encrypted_response_enc',
  'jwks',
  'jwks_uri',
] as const;

export const scopeSchema = entry(scopeFields)
  .superRefine((scope, context) => {
    if (scope.type === 'resource') {
      if (scope.audience === 'resource' && scope.resource === null) {
        refuse(context, ['audience'], 'audience_without_resource', 'audience: resource needs the key resource');
      }
      checkKeys(scope, context);
      if (!builtInScopes.has(scope.name) || isAdminScope(scope.name)) return;
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
        'every client may ask for identity scopes; only a resource scope is opened',
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

type Keys = Pick<z.output<z.ZodObject<typeof scopeFields>>, (typeof introspectionKeys)[number]>;

/** The public keys of an API. It authenticates with them, and responses are encrypted to them. */
function checkKeys(scope: Keys, context: z.core.$RefinementCtx<unknown>): void {
  const key = 'introspection_encrypted_response';
  const { introspection_encrypted_response_alg: alg, introspection_encrypted_response_enc: enc } = scope;
  checkEncryption({ key, alg, enc }, scope.jwks, context);
  if (scope.jwks !== null && scope.jwks_uri !== null) {
    refuse(context, ['jwks_uri'], 'jwks_twice', 'expected either jwks or jwks_uri (RFC 7591 §2)');
  }
  if (alg === null || scope.jwks !== null || scope.jwks_uri !== null) return;
  const setting = `${key}_alg`;
  refuse(context, ['jwks'], 'jwks_missing', `${setting} needs jwks or jwks_uri`, { setting });
}
