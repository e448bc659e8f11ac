import { z } from 'zod';
import { checkEncryption } from '#lib/foreign-keys/encryption-key';
import { jwksSchema } from '#lib/foreign-keys/jwks';
import { encryptions, contentEncryptions as offeredEncryptions, signatures } from '#lib/i18n/admin/algorithms';
import { signingAlgs } from '#lib/keys/algorithms';
import { checkClaimRules, claimRules } from '#lib/vocabulary/claim-rules';
import { claimName } from '#lib/vocabulary/claims';
import { contentEncryptions, encryptionAlgs } from '#lib/vocabulary/encryption-algs';
import { entry, refuse, uniqueList } from '#lib/vocabulary/entry';
import { checkGroupsClaim, groupsClaim, groupsOptions } from '#lib/vocabulary/groups-claim';
import { accessTokenTyps } from '#lib/vocabulary/jwt';
import { camelKeys } from '#lib/vocabulary/keys';
import { roles } from '#lib/vocabulary/role';
import { secrets } from '#lib/vocabulary/secret';
import { schemasOf, setting } from '#lib/vocabulary/setting';
import { boundedText, line, scopeName } from '#lib/vocabulary/text';
import { characterProblem, check, webUri } from '#lib/vocabulary/uri';

/** An absolute URI without fragment (RFC 8707 §2). */
export const resource = boundedText(
  512,
  check(characterProblem),
  z.regex(/^[A-Za-z][A-Za-z0-9+.-]*:[^#]+$/, { error: 'expected an absolute URI without fragment (RFC 8707 §2)' }),
);

/** How an API introspects tokens, and with which keys. A resource scope without an API has the same settings. */
export const introspectionSettings = {
  /** RFC 9701 §6: signs the responses that the API requests as a JWT. If null, RS256. */
  introspection_signed_response_alg: setting(z.enum(signingAlgs).nullable().default(null), {
    field: { group: 'access', input: 'choice', advanced: true },
    text: ['Introspection signature', 'For answers that the API requests as a JWT. Every library supports RS256.'],
    options: { '': 'Default', ...signatures },
    meaning:
      'signs the answers of introspection that the API asks for as a [JWT](protocol.md#signed-answers); null: RS256',
  }),
  /** Encrypted to a key of the API as well. If null, only signed. */
  introspection_encrypted_response_alg: setting(z.enum(encryptionAlgs).nullable().default(null), {
    field: { group: 'access', input: 'choice', advanced: true },
    text: ['Introspection encryption', 'Encrypts signed introspection answers to a public key of the API.'],
    options: encryptions,
    meaning:
      'those answers are [encrypted](protocol.md#encryption) too, to a public key of the API; null: signed alone',
  }),
  introspection_encrypted_response_enc: setting(z.enum(contentEncryptions).nullable().default(null), {
    field: { group: 'access', input: 'choice', advanced: true },
    text: ['Introspection content encryption', 'Leave at the default unless the API asks for another.'],
    options: offeredEncryptions,
    meaning: 'how their content is encrypted; null: `A128CBC-HS256`',
  }),
  secrets: setting(secrets.default([]), {
    type: 'secrets',
    meaning: 'with them and its name the API asks the introspection endpoint',
  }),
  jwks: setting(jwksSchema.nullable().default(null), {
    field: { group: 'access', input: 'json', advanced: true },
    text: ['Public keys', 'A JWK set, for signed assertions and encryption. Enter the keys here, or their URL below.'],
    type: 'JWK set',
    meaning:
      'public keys of the API: it may authenticate with [`private_key_jwt`](protocol.md#introspection), and answers are encrypted to one',
  }),
  jwks_uri: setting(webUri.nullable().default(null), {
    field: { group: 'access', input: 'line', advanced: true },
    text: ['Public keys URL', 'Signet loads the keys from here.'],
    type: 'http or https URI',
    meaning: 'where it publishes them, instead of `jwks`',
  }),
};

/** The keys of those settings except the secrets. */
export const introspectionKeys = [
  'introspection_signed_response_alg',
  'introspection_encrypted_response_alg',
  'introspection_encrypted_response_enc',
  'jwks',
  'jwks_uri',
] as const;

const { secrets: ownSecrets, jwks, jwks_uri, ...answers } = introspectionSettings;

/** One record for each key of the section `apis`, in the order of the file. */
export const apiSettings = {
  name: setting(scopeName, {
    text: [
      'Name',
      'The audience of its tokens, for example orders. For an MCP server, enter its address. Can’t be changed later.',
    ],
    type: 'scope name',
    meaning:
      'the `aud` of its access tokens, and its name at introspection. An MCP server, which compares `aud` with its address, is named by its address; a name that is a URI counts among `resources` too',
  }),
  display_name: setting(line(200).nullable().default(null), {
    field: { group: 'about', input: 'line' },
    text: ['Display name', 'The heading of its scopes on the consent page.'],
    type: 'text',
    meaning: 'what the consent page calls it',
  }),
  description: setting(line(1000).nullable().default(null), {
    field: { group: 'about', input: 'line' },
    text: ['Description', 'What it offers, and who runs it.'],
    type: 'text',
    meaning: 'what it offers, and who runs it; for administrators',
  }),
  enabled: setting(z.boolean().default(true), {
    field: { group: 'about', input: 'check' },
    text: ['Enabled', 'When off, tokens can’t name this API, and clients can’t request scopes that belong only to it.'],
    meaning:
      'false: no token has its name in `aud`, it may not introspect, and scopes that belong to disabled APIs alone count as disabled',
  }),
  scopes: setting(uniqueList(scopeName, 500).default([]), {
    field: { group: 'access', input: 'lines' },
    text: [
      'Scopes',
      'One per line. A token with one of these scopes is for this API. A scope can belong to several APIs.',
    ],
    type: 'list of scope names',
    meaning:
      'resource scopes whose tokens are for it. A scope may belong to several APIs; scopes of the admin API to none',
  }),
  resources: setting(uniqueList(resource, 20).default([]), {
    field: { group: 'access', input: 'uris' },
    text: ['Resource URIs', 'One per line. What clients can send in the resource parameter, besides the name.'],
    type: 'list of URIs',
    meaning: 'what the parameter `resource` (RFC 8707) may say besides the name',
  }),
  resource_indicator_required: setting(z.boolean().default(false), {
    field: { group: 'access', input: 'check' },
    text: [
      'Only with resource',
      'A token is for this API only if the client names it in the resource parameter. It is then for no other API.',
    ],
    meaning:
      'a token is for it only if the request names it in [`resource`](protocol.md#resource-indicators), and then for no other API',
  }),
  secrets: ownSecrets,
  jwks,
  jwks_uri,
  ...answers,
  claims: setting(uniqueList(claimName, 100).default([]), {
    field: { group: 'tokens', input: 'lines' },
    text: [
      'Claims',
      'One per line, for example email. Added to those of its scopes, in tokens for this API alone and at introspection.',
    ],
    type: 'list of claim names',
    meaning:
      'claims of the person in its access tokens, besides those of its scopes; `groups` gives memberships. A token for several APIs leaves them out; introspection by the API has them',
  }),
  roles: setting(roles.default([]), {
    field: { group: 'people', input: 'roles' },
    text: [
      'Roles',
      'What users and clients may do in this API. Members of a role’s groups have the role, and so do users you assign.',
    ],
    type: 'list of roles',
    meaning:
      'what people and clients that act for themselves are in it, as of a [client](#clients), at most 100. `default: true` gives a role to everyone for whom a token is issued',
  }),
  groups_claim: setting(groupsClaim, {
    field: { group: 'people', input: 'groups' },
    text: ['Which groups?', 'The groups of a user that this API sees, if groups is one of its claims above.'],
    options: groupsOptions,
    type: '`{ show: named, all or list, strip_prefix: text }`',
    preset: '`{ show: named }`',
    meaning: 'which groups of a person it sees, if its `claims` list `groups`, as of a [client](#clients)',
  }),
  claim_rules: setting(claimRules.default([]), {
    field: { group: 'people', input: 'json', advanced: true },
    text: [
      'Claim rules',
      'For APIs that read roles or other data under another name. Example: [{"claim": "permissions", "from": "roles"}]',
    ],
    type: 'list of rules',
    meaning:
      'claims that are written from others in tokens for it alone, and at its introspection ([claim rules](access.md#claim-rules))',
  }),
  access_token_signing_alg: setting(z.enum(signingAlgs).nullable().default(null), {
    field: { group: 'tokens', input: 'choice' },
    text: ['Access token signature', 'Choose one if the API supports only that.'],
    options: { '': 'Client default', ...signatures },
    meaning:
      'signs JWT access tokens for it; null: as the client says. Where the APIs of one token disagree, or the client’s security profile does not allow it, the client’s counts',
  }),
  access_token_typ: setting(z.enum(accessTokenTyps).nullable().default(null), {
    field: { group: 'tokens', input: 'choice', advanced: true },
    text: ['Access token type', 'The typ header of JWTs for this API. Choose JWT if its library rejects at+jwt.'],
    options: { '': 'Client default', 'at+jwt': 'at+jwt', JWT: 'JWT' },
    meaning:
      'the `typ` in the header of JWT access tokens for it; null: as the client says. Where the APIs of one token disagree it is `at+jwt`',
  }),
};

export const apiFields = schemasOf(apiSettings);

/** One entry of the section `apis`. */
export const apiSchema = entry(apiFields).superRefine(checkKeys).superRefine(checkClaims).transform(camelKeys);

export type ApiEntry = z.output<typeof apiSchema>;

/** The most APIs of an installation. */
export const maximumApis = 2_000;

type Keys = Pick<z.output<z.ZodObject<typeof apiFields>>, (typeof introspectionKeys)[number]>;

function checkClaims(
  { claims, roles, groups_claim, claim_rules }: z.output<z.ZodObject<typeof apiFields>>,
  context: z.core.$RefinementCtx<unknown>,
): void {
  checkGroupsClaim(groups_claim, context);
  checkClaimRules({ claims, roles, claimRules: claim_rules }, context);
}

/** The public keys of an API. It authenticates with them, and responses are encrypted to them. */
export function checkKeys(api: Keys, context: z.core.$RefinementCtx<unknown>): void {
  const key = 'introspection_encrypted_response';
  const { introspection_encrypted_response_alg: alg, introspection_encrypted_response_enc: enc } = api;
  checkEncryption({ key, alg, enc }, api.jwks, context);
  if (api.jwks !== null && api.jwks_uri !== null) {
    refuse(context, ['jwks_uri'], 'jwks_twice', 'expected either jwks or jwks_uri (RFC 7591 §2)');
  }
  if (alg === null || api.jwks !== null || api.jwks_uri !== null) return;
  const setting = `${key}_alg`;
  refuse(context, ['jwks'], 'jwks_missing', `${setting} needs jwks or jwks_uri`, { setting });
}
