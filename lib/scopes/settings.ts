import { z } from 'zod';
import { introspectionSettings, resource } from '#lib/apis/settings';
import { claimName } from '#lib/vocabulary/claims';
import { group, uniqueList } from '#lib/vocabulary/entry';
import { accessTokenTyps } from '#lib/vocabulary/jwt';
import { type Setting, setting } from '#lib/vocabulary/setting';
import { language, line, scopeName } from '#lib/vocabulary/text';
import { isAdminScope } from './admin-scopes';
import { audiences } from './audience';

/** The texts of one language. */
const scopeTexts = z.record(
  language,
  group({ display_name: line(200).exactOptional(), description: line(1000).exactOptional() }),
);

const isApi = { type: ['resource'] };

function ofResourceScopes<const Known extends Setting & { readonly meaning: string }>(known: Known) {
  return { ...known, relevant: [isApi], meaning: `${known.meaning}. Resource scopes only` };
}

/** One record for each key of the section `scopes`, in the order of the file. */
export const scopeSettings = {
  name: setting(
    scopeName
      .refine((name) => name !== 'offline_access', {
        error: 'offline_access is built in and has no settings',
        params: { code: 'scope_reserved' },
      })
      .refine((name) => !isAdminScope(name), {
        error: 'the scopes of the admin API are built in and have no settings',
        params: { code: 'scope_reserved' },
      }),
    {
      text: ['Name', 'No spaces, for example orders or orders:read. Can’t be changed later.'],
      type: 'scope name',
      meaning: 'printable ASCII without spaces, quotes and backslashes, at most 200 characters',
    },
  ),
  type: setting(z.enum(['identity', 'resource']), {
    text: ['Type', 'User information or an API.'],
    meaning: '`identity`: claims about the user. `resource`: access to an API',
  }),
  display_name: setting(line(200).nullable().default(null), {
    field: { group: 'consent-text', input: 'line' },
    text: ['Display name', 'Shown on the consent page.'],
    type: 'text',
    meaning: 'the name on the consent page',
  }),
  description: setting(line(1000).nullable().default(null), {
    field: { group: 'consent-text', input: 'line' },
    text: ['Description', 'One sentence below the name: what the app can do with it.'],
    type: 'text',
    meaning: 'the text below the name on the consent page',
  }),
  claims: setting(uniqueList(claimName, 100).default([]), {
    field: { group: 'access', input: 'lines' },
    text: ['Claims', 'One per line, for example email. Returned by UserInfo, or in the access token for an API.'],
    type: 'list of claim names',
    meaning: 'identity scope: the claims that UserInfo returns. Resource scope: the claims in access tokens',
  }),
  required: setting(z.boolean().default(false), {
    field: { group: 'access', input: 'check', after: 'jwks_uri' },
    text: ['Required', 'Users can’t uncheck it on the consent page.'],
    meaning: 'users cannot uncheck it on the consent page. `openid` is always required',
  }),
  emphasize: setting(z.boolean().default(false), {
    field: { group: 'access', input: 'check', after: 'required' },
    text: ['Sensitive', 'Highlighted on the consent page.'],
    meaning: 'highlighted on the consent page',
  }),
  enabled: setting(z.boolean().default(true), {
    field: { group: 'access', input: 'check', after: 'emphasize' },
    text: ['Enabled', 'When off, no client can get this scope.'],
    meaning: 'false: no client gets it',
  }),
  resource: setting(resource.nullable().default(null), {
    field: { group: 'access', input: 'line' },
    text: ['Resource URI', 'An absolute URI. Clients can send it in the resource parameter.'],
    relevant: [isApi],
    type: 'URI',
    meaning: 'the resource indicator of the API (RFC 8707). Resource scopes only',
  }),
  audience: setting(z.enum(audiences).default('name'), {
    field: { group: 'access', input: 'choice', advanced: true },
    text: ['Audience', 'What the aud claim of access tokens for this API contains. MCP servers check for their URI.'],
    options: { name: 'Name of the scope', resource: 'Resource URI' },
    relevant: [isApi],
    meaning:
      'the `aud` of access tokens for this API: the name of the scope, or its `resource`, which MCP servers expect. Resource scopes only',
  }),
  open: setting(z.boolean().default(false), {
    field: { group: 'access', input: 'check', after: 'enabled' },
    text: ['Open', 'Clients that register themselves, such as agents, can request it. Users are always asked.'],
    relevant: [isApi],
    meaning: 'clients that register themselves can request it. Users are always asked. Resource scopes only',
  }),
  access_token_typ: setting(z.enum(accessTokenTyps).nullable().default(null), {
    field: { group: 'access', input: 'choice', advanced: true },
    text: ['Access token type', 'The typ header of JWTs for this API. Choose JWT if its library rejects at+jwt.'],
    options: { '': 'Client default', 'at+jwt': 'at+jwt', JWT: 'JWT' },
    relevant: [isApi],
    meaning:
      'the `typ` header of JWT access tokens for this API; null: as set for the client. If the scopes of a token disagree, it is `at+jwt`. Resource scopes only',
  }),
  introspection_signed_response_alg: ofResourceScopes(introspectionSettings.introspection_signed_response_alg),
  introspection_encrypted_response_alg: ofResourceScopes(introspectionSettings.introspection_encrypted_response_alg),
  introspection_encrypted_response_enc: ofResourceScopes(introspectionSettings.introspection_encrypted_response_enc),
  secrets: ofResourceScopes(introspectionSettings.secrets),
  jwks: ofResourceScopes(introspectionSettings.jwks),
  jwks_uri: ofResourceScopes(introspectionSettings.jwks_uri),
  texts: setting(scopeTexts.default({}), {
    type: 'by language',
    meaning: '`display_name` and `description` in other languages: `{ de: { display_name: … } }`',
  }),
};
