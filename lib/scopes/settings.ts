import { z } from 'zod';
import { jwksSchema } from '#lib/foreign-keys/jwks';
import { encryptions, contentEncryptions as offeredEncryptions, signatures } from '#lib/i18n/admin/algorithms';
import { signingAlgs } from '#lib/keys/algorithms';
import { claimName } from '#lib/vocabulary/claims';
import { contentEncryptions, encryptionAlgs } from '#lib/vocabulary/encryption-algs';
import { group, uniqueList } from '#lib/vocabulary/entry';
import { accessTokenTyps } from '#lib/vocabulary/jwt';
import { secrets } from '#lib/vocabulary/secret';
import { setting } from '#lib/vocabulary/setting';
import { boundedText, language, line, scopeName } from '#lib/vocabulary/text';
import { characterProblem, check, webUri } from '#lib/vocabulary/uri';
import { isAdminScope } from './admin-scopes';
import { audiences } from './audience';

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

const isApi = { type: ['resource'] };

/** One record for each key of the section `scopes`, in the order of the file. */
export const scopeSettings = {
  name: setting(
    scopeName
      .refine((name) => name !== 'offline_access', {
        error: 'offline_access exists without being listed and has no settings',
        params: { code: 'scope_reserved' },
      })
      .refine((name) => !isAdminScope(name), {
        error: 'the scopes of the admin API exist without being listed and have no settings',
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
    meaning: 'claims about the person, or access to an API',
  }),
  display_name: setting(line(200).nullable().default(null), {
    field: { group: 'consent-text', input: 'line' },
    text: ['Display name', 'Shown on the consent page.'],
    type: 'text',
    meaning: 'what the consent page calls it',
  }),
  description: setting(line(1000).nullable().default(null), {
    field: { group: 'consent-text', input: 'line' },
    text: ['Description', 'One sentence below the name: what the app can do with it.'],
    type: 'text',
    meaning: 'what the consent page says below',
  }),
  claims: setting(uniqueList(claimName, 100).default([]), {
    field: { group: 'access', input: 'lines' },
    text: ['Claims', 'One per line, for example email. Returned by UserInfo, or in the access token for an API.'],
    type: 'list of claim names',
    meaning: 'for an identity scope what UserInfo returns, for a resource scope what access tokens carry',
  }),
  required: setting(z.boolean().default(false), {
    field: { group: 'access', input: 'check', after: 'jwks_uri' },
    text: ['Required', 'Users can’t uncheck it on the consent page.'],
    meaning: 'cannot be left out at consent; `openid` never can',
  }),
  emphasize: setting(z.boolean().default(false), {
    field: { group: 'access', input: 'check', after: 'required' },
    text: ['Sensitive', 'Highlighted on the consent page.'],
    meaning: 'stands out at consent',
  }),
  enabled: setting(z.boolean().default(true), {
    field: { group: 'access', input: 'check', after: 'emphasize' },
    text: ['Enabled', 'When off, no client can get this scope.'],
    meaning: 'false: nobody gets it',
  }),
  resource: setting(resource.nullable().default(null), {
    field: { group: 'access', input: 'line' },
    text: ['Resource URI', 'An absolute URI. Clients can send it in the resource parameter.'],
    relevant: [isApi],
    type: 'URI',
    meaning: 'the resource indicator of the API (RFC 8707). Resource scopes only',
  }),
  audience: setting(z.enum(audiences).default('name'), {
    field: { group: 'access', input: 'choice' },
    text: ['Audience', 'What the aud claim of access tokens for this API contains. MCP servers check for their URI.'],
    options: { name: 'Name of the scope', resource: 'Resource URI' },
    relevant: [isApi],
    meaning:
      'the `aud` of access tokens for this API: the name of the scope, or `resource`, as MCP servers expect it. Resource scopes only',
  }),
  open: setting(z.boolean().default(false), {
    field: { group: 'access', input: 'check', after: 'enabled' },
    text: ['Open', 'Clients that register themselves, such as agents, can request it. Users are always asked.'],
    relevant: [isApi],
    meaning: 'clients that register themselves may ask for it, and the person always decides. Resource scopes only',
  }),
  access_token_typ: setting(z.enum(accessTokenTyps).nullable().default(null), {
    field: { group: 'access', input: 'choice' },
    text: ['Access token type', 'The typ header of JWTs for this API. Choose JWT if its library rejects at+jwt.'],
    options: { '': 'Client default', 'at+jwt': 'at+jwt', JWT: 'JWT' },
    relevant: [isApi],
    meaning:
      'the `typ` in the header of JWT access tokens for this API; null: as the client says. Where the scopes of one token disagree it is `at+jwt`. Resource scopes only',
  }),
  /** RFC 9701 §6: signs the responses that the API requests as a JWT. If null, RS256. */
  introspection_signed_response_alg: setting(z.enum(signingAlgs).nullable().default(null), {
    field: { group: 'access', input: 'choice' },
    text: ['Introspection signature', 'For answers that the API requests as a JWT. Every library supports RS256.'],
    options: { '': 'Default', ...signatures },
    relevant: [isApi],
    meaning:
      'signs the answers of introspection that the API asks for as a [JWT](protocol.md#signed-answers); null: RS256. Resource scopes only',
  }),
  /** Encrypted to a key of the API as well. If null, only signed. */
  introspection_encrypted_response_alg: setting(z.enum(encryptionAlgs).nullable().default(null), {
    field: { group: 'access', input: 'choice' },
    text: ['Introspection encryption', 'Encrypts signed introspection answers to a public key of the API.'],
    options: encryptions,
    relevant: [isApi],
    meaning:
      'those answers are [encrypted](protocol.md#encryption) too, to a public key of the API; null: signed alone. Resource scopes only',
  }),
  introspection_encrypted_response_enc: setting(z.enum(contentEncryptions).nullable().default(null), {
    field: { group: 'access', input: 'choice' },
    text: ['Introspection content encryption', 'Leave at the default unless the API asks for another.'],
    options: offeredEncryptions,
    relevant: [isApi],
    meaning: 'how their content is encrypted; null: `A128CBC-HS256`',
  }),
  secrets: setting(secrets.default([]), {
    relevant: [isApi],
    type: 'secrets',
    meaning: 'with them and its name the API asks the introspection endpoint. Resource scopes only',
  }),
  jwks: setting(jwksSchema.nullable().default(null), {
    field: { group: 'access', input: 'json' },
    text: ['Public keys', 'A JWK set, for signed assertions and encryption. Enter the keys here, or their URL below.'],
    relevant: [isApi],
    type: 'JWK set',
    meaning:
      'public keys of the API: it may authenticate with [`private_key_jwt`](protocol.md#introspection), and answers are encrypted to one. Resource scopes only',
  }),
  jwks_uri: setting(webUri.nullable().default(null), {
    field: { group: 'access', input: 'line' },
    text: ['Public keys URL', 'Signet loads the keys from here.'],
    relevant: [isApi],
    type: 'http or https URI',
    meaning: 'where it publishes them, instead of `jwks`',
  }),
  texts: setting(scopeTexts.default({}), {
    type: 'by language',
    meaning: '`display_name` and `description` in other languages: `{ de: { display_name: … } }`',
  }),
};
