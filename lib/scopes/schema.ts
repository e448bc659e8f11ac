import { z } from 'zod';
import { checkEncryption } from '#lib/foreign-keys/encryption-key';
import { jwksSchema } from '#lib/foreign-keys/jwks';
import { signingAlgs } from '#lib/keys/algorithms';
import { accessTokenTyps } from '#lib/vocabulary/access-token-typ';
import { claimName } from '#lib/vocabulary/claims';
import { contentEncryptions, encryptionAlgs } from '#lib/vocabulary/encryption-algs';
import { entry, group, refuse, uniqueList } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import { secrets } from '#lib/vocabulary/secret';
import { boundedText, language, line, scopeName } from '#lib/vocabulary/text';
import { characterProblem, check, webUri } from '#lib/vocabulary/uri';
import { isAdminScope } from './admin-scopes';
import { audiences } from './audience';
import { builtInScopes } from './built-in';

/** An absolute URI without fragment (RFC 8707 §2). */
const resource = boundedText(
  512,
  check(characterProblem),
  z.regex(/^[A-Za-z][A-Za-z0-9+.-]*:[^#]+$/, { error: 'expected an absolute URI without fragment (RFC 8707 §2)' }),
);

/** The texts of one language. */
const scopeTexts = z.record(
  language,
  group({ display_name: line(200).exactOptional(), description: line(1000).exactOptional() }),
);

/** One entry of the section `scopes`, with its keys in the file's order. */
export const scopeFields = {
  name: scopeName
    .refine((name) => name !== 'offline_access', {
      error: 'offline_access exists without being listed and has no settings',
      params: { code: 'scope_reserved' },
    })
    .refine((name) => !isAdminScope(name), {
      error: 'the scopes of the admin API exist without being listed and have no settings',
      params: { code: 'scope_reserved' },
    }),
  type: z.enum(['identity', 'resource']),
  display_name: line(200).nullable().default(null),
  description: line(1000).nullable().default(null),
  claims: uniqueList(claimName, 100).default([]),
  required: z.boolean().default(false),
  emphasize: z.boolean().default(false),
  enabled: z.boolean().default(true),
  resource: resource.nullable().default(null),
  audience: z.enum(audiences).default('name'),
  open: z.boolean().default(false),
  access_token_typ: z.enum(accessTokenTyps).nullable().default(null),
  /** RFC 9701 §6: signs the responses that the API requests as a JWT. If null, RS256. */
  introspection_signed_response_alg: z.enum(signingAlgs).nullable().default(null),
  /** Encrypted to a key of the API as well. If null, only signed. */
  introspection_encrypted_response_alg: z.enum(encryptionAlgs).nullable().default(null),
  introspection_encrypted_response_enc: z.enum(contentEncryptions).nullable().default(null),
  secrets: secrets.default([]),
  jwks: jwksSchema.nullable().default(null),
  jwks_uri: webUri.nullable().default(null),
  texts: scopeTexts.default({}),
};

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
