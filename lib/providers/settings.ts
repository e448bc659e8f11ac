import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { logoText } from '#lib/pictures/logo';
import { levelsByName } from '#lib/vocabulary/acr-names';
import { claimName } from '#lib/vocabulary/claims';
import { asciiDomain } from '#lib/vocabulary/domain';
import { entry, group, uniqueList } from '#lib/vocabulary/entry';
import { groupNames } from '#lib/vocabulary/role';
import { schemasOf, setting, withGroups } from '#lib/vocabulary/setting';
import { boundedText, line, name, scopeName } from '#lib/vocabulary/text';
import { webUri } from '#lib/vocabulary/uri';

/** In characters (RFC 1035 §2.3.4). */
const maximumDomain = 253;

/** Labels of letters, digits and hyphens, at least two. */
const asciiName = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/;

/** A host name without port, which may be written in Unicode. The output is in ASCII and lower case. */
const domain = boundedText(
  maximumDomain,
  z.refine((text) => readDomain(text) !== null, {
    error: 'expected a domain such as contoso.example',
    params: { code: 'provider_domain' },
  }),
).transform((text) => readDomain(text) ?? text);

function readDomain(text: string): string | null {
  const ascii = asciiDomain(text.normalize('NFKC'));
  return ascii !== null && ascii.length <= maximumDomain && asciiName.test(ascii) ? ascii : null;
}

const scope = boundedText(
  2000,
  z.refine((text) => text.split(' ').every((word) => scopeName.safeParse(word).success), {
    error: 'expected scope names with single spaces between them',
    params: { code: 'provider_scope' },
  }),
);

/** As an export wrote it, sealed under SIGNET_SECRET. */
const sealed = entry({ sealed: z.string().max(4000) });
const secretExpected = 'expected text, or { sealed: … } as an export wrote it';

/** The secret at the provider. */
const clientSecret = z.union([line(2000), sealed], { error: secretExpected });

/** A private key as the provider gave it: PKCS #8 in PEM, for ES256. */
const privateKey = z.union(
  [
    boundedText(
      2000,
      z.refine(isSigningKey, {
        error: 'expected a private key for ES256, as in a .p8 file: -----BEGIN PRIVATE KEY-----',
        params: { code: 'provider_private_key' },
      }),
    ),
    sealed,
  ],
  { error: secretExpected },
);

/** An identifier of ten letters and digits that Apple gives to a team and to a key. */
const appleId = boundedText(
  20,
  z.regex(/^[A-Za-z0-9]+$/, { error: 'expected letters and digits, such as A1B2C3D4E5' }),
);

/** A directory of Microsoft Entra ID. The output is in lower case, as its tokens have it. */
const entraTenant = boundedText(
  36,
  z.regex(/^[\da-fA-F]{8}(-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/, {
    error: 'expected the ID of a tenant, such as 9188040d-6c67-4c5b-b112-36a304b66dad',
  }),
).transform((text) => text.toLowerCase());

function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

/** The provider's issuer (OIDC Discovery §4.1): an address without query and fragment. */
const issuer = webUri.refine((uri) => !/[?#]/.test(uri), {
  error: 'must not contain a query or fragment',
  params: { code: 'provider_issuer' },
});

const providerAuthMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;

const providerTypes = ['oidc', 'github', 'facebook', 'x'] as const;

const isOidc = [{ type: ['oidc'] }];

const maximumMapped = 500;

/** One record for each key of `group_mapping`. */
const groupMappingSettings = {
  claim: setting(line(200), {
    field: { group: 'groups', input: 'line' },
    text: [
      'Claim',
      'The claim with a person’s groups, in the ID token or from UserInfo. Leave empty to map no groups.',
    ],
    relevant: isOidc,
  }),
  values: setting(
    z.record(line(300), groupNames(20).min(1)).refine((values) => Object.keys(values).length <= maximumMapped, {
      error: `expected at most ${maximumMapped} values`,
      params: { code: 'too_many', facts: { limit: maximumMapped } },
    }),
    {
      field: { group: 'groups', input: 'mapped_groups' },
      text: [
        'Values',
        'One per line: a value of the claim, a colon and the groups here that it gives, for example 5f2c0d1e: finance, audit. Other values give nothing.',
      ],
      relevant: isOidc,
    },
  ),
  expires_after_days: setting(z.int().min(1).max(3650).nullable().default(null), {
    field: { group: 'groups', input: 'number' },
    text: [
      'Days until they end',
      'After the last sign-in there. Leave empty for no end: users who leave a group at the provider then stay in it here until they sign in there again.',
    ],
    relevant: isOidc,
  }),
};

export const groupMappingFields = schemasOf(groupMappingSettings);

/** One record for each key of the section `identity_providers`, in the order of the file. */
export const providerSettings = {
  name: setting(
    name.refine((text) => text !== 'local', {
      error: 'local is reserved for password sign-in',
      params: { code: 'provider_reserved' },
    }),
    { type: 'name', meaning: 'not `local`, which stands for password sign-in' },
  ),
  display_name: setting(line(200), {
    field: { group: 'sign_in', input: 'line' },
    text: ['Display name', 'Shown on the button: Continue with …'],
    type: 'text',
    meaning: 'the text of its button',
  }),
  type: setting(z.enum(providerTypes), {}),
  enabled: setting(z.boolean().default(true), {}),
  issuer: setting(issuer.nullable().default(null), {
    field: { group: 'connection', input: 'line' },
    text: ['Issuer', 'The URL before /.well-known/openid-configuration, exactly as the provider writes it.'],
    relevant: [{ type: ['oidc', 'github'] }],
    type: 'address',
    meaning:
      'required for `oidc`, exactly as in the discovery document. For `github`: the address of a GitHub Enterprise Server',
  }),
  client_id: setting(line(500), {
    field: { group: 'connection', input: 'line' },
    text: ['Client ID', 'Identifies Signet at the provider.'],
    type: 'text',
    meaning: 'identifies this server at the provider',
  }),
  client_secret: setting(clientSecret.nullable().default(null), {
    type: 'text or `{ sealed }`',
    meaning: 'the secret from the provider; required for every type except `oidc`',
  }),
  /** Instead of a secret, for Apple: a JWT that is signed with this key (see provider-client.ts). */
  team_id: setting(appleId.nullable().default(null), {
    field: { group: 'connection', input: 'line', after: 'allowed_tenants' },
    text: ['Team ID', 'Ten letters and digits, in the corner of your Apple Developer account.'],
    relevant: isOidc,
    type: 'letters and digits',
    meaning: 'for Apple: the ID of your team. Used with `key_id` and `private_key` instead of `client_secret`',
  }),
  key_id: setting(appleId.nullable().default(null), {
    field: { group: 'connection', input: 'line', after: 'team_id' },
    text: ['Key ID', 'Of the key that signs the client secret.'],
    relevant: isOidc,
    type: 'letters and digits',
    meaning: 'the ID of the key that signs the client secret',
  }),
  private_key: setting(privateKey.nullable().default(null), {
    type: 'text or `{ sealed }`',
    meaning: 'the key in PEM (PKCS #8), as you get it from Apple. It signs a new secret for each request',
  }),
  /** If null, what the provider's metadata says. */
  token_endpoint_auth_method: setting(z.enum(providerAuthMethods).nullable().default(null), {
    field: { group: 'connection', input: 'choice', after: 'response_mode' },
    text: ['Client authentication', 'How Signet authenticates at the token endpoint.'],
    options: {
      '': 'As the provider’s metadata says',
      client_secret_basic: 'Client secret in the header',
      client_secret_post: 'Client secret in the form',
      none: 'None (public client)',
    },
    relevant: isOidc,
    meaning: 'how this server authenticates at the token endpoint; null: as the discovery document says',
  }),
  response_mode: setting(z.enum(['query', 'form_post']).default('query'), {
    field: { group: 'connection', input: 'choice', after: 'scope' },
    text: ['Response mode', 'How the provider returns the response.'],
    options: { query: 'Query (default)', form_post: 'Form post' },
    relevant: isOidc,
    meaning: 'how the provider returns its response. Apple needs `form_post`',
  }),
  /** The tenants whose people may sign in, for an issuer that many tenants share. */
  allowed_tenants: setting(uniqueList(entraTenant, 100).default([]), {
    field: { group: 'connection', input: 'lines', after: 'token_endpoint_auth_method' },
    text: [
      'Allowed tenants',
      'One tenant ID per line. Required with a shared Microsoft issuer. Only users of these tenants can sign in.',
    ],
    relevant: isOidc,
    type: 'list of tenant IDs',
    meaning:
      'the tenants whose users can sign in, at most 100. Required with the shared issuers of Microsoft Entra ID, `https://login.microsoftonline.com/common/v2.0` and `…/organizations/v2.0`',
  }),
  scope: setting(scope.optional(), {
    field: { group: 'connection', input: 'line' },
    text: ['Scopes', 'The scopes Signet requests, separated by spaces.'],
    type: 'text',
    preset:
      '`openid profile email`; for github `read:user user:email`, for facebook `public_profile email`, for x `users.read tweet.read users.email`',
    meaning: 'the scopes that this server requests; `oidc` needs `openid`',
  }),
  /** The domains of the home-realm rules, in lower case. */
  domains: setting(uniqueList(domain, 500).default([]), {
    field: { group: 'sign_in', input: 'lines', after: 'button' },
    text: ['Domains', 'One per line. Users with an email at one of these domains go straight to this provider.'],
    type: 'list of domains',
    meaning:
      'users with an email at one of these domains go straight to this provider. A domain can belong to only one provider',
  }),
  button: setting(z.enum(['show', 'domain', 'hidden']).default('show'), {
    field: { group: 'sign_in', input: 'choice' },
    text: [
      'On the sign-in page',
      'Without a button, users get here by their email domain or from an app that requests it.',
    ],
    options: { show: 'Button', domain: 'By domain only', hidden: 'Hidden (apps must request it)' },
    meaning:
      '`show`: a button on the sign-in page. `domain`: only for its domains. `hidden`: only with `acr_values=idp:`',
  }),
  create_users: setting(z.boolean().default(true), {
    field: { group: 'accounts', input: 'check' },
    text: [
      'Create users at first sign-in',
      'Anyone with an account there can create one here. Turn off to allow only linked users.',
    ],
    meaning: 'creates an account when a new user signs in',
  }),
  claim_mapping: setting(
    z
      .record(claimName, line(200))
      .refine(({ email_verified: theirs = 'email_verified' }) => theirs === 'email_verified', {
        error: 'can only come from email_verified of the provider',
        path: ['email_verified'],
        params: { code: 'claim_mapping_verified' },
      })
      .default({ name: 'name', email: 'email' }),
    {
      text: ['Claims', 'Claims copied from the provider at each sign-in.'],
      type: 'our claim: theirs',
      preset: '`{ name: name, email: email }`',
      meaning:
        'the claims that are copied from the provider. `email: email` also copies `email_verified`, which cannot come from another claim',
    },
  ),
  /** Values of the provider's `acr` or `amr`, with the level of a sign-in that has them. */
  acr_mapping: setting(levelsByName(line(200)).default({}), {
    field: { group: 'mapping', input: 'levels' },
    text: [
      'Authentication levels',
      'One per line: a value of acr or amr and its level from 1 to 4, for example mfa 2. The default is level 1.',
    ],
    type: 'value: level',
    meaning:
      "values of the provider's `acr` or `amr` with the [level](#levels) of a sign-in that has them, at most 50. The default is level 1",
  }),
  /** Which groups here a person is in, as the provider says at each sign-in: see map-groups.ts. */
  group_mapping: setting(group(groupMappingFields).nullable().default(null), {
    relevant: isOidc,
    type: '`{ claim, values, expires_after_days }` or null',
    meaning:
      'for `oidc`: the groups that somebody is in through this provider, decided at each sign-in there. `claim` is a claim of the ID token or UserInfo; each of at most 500 `values`, compared exactly, stands for a list of 1 to 20 of our groups, and every other value for none. These memberships end `expires_after_days` (1 to 3650) after the last sign-in; null: no end. See [groups](federation.md#groups)',
  }),
  /** Instead of the mark of a known service or the first letter. */
  logo: setting(logoText, {
    text: ['Logo', 'SVG, PNG, JPEG or WebP, up to 100 kB. Shown beside the name, 24 pixels high.'],
    type: 'picture',
    meaning:
      'shown beside the name, instead of the mark of a known service or the first letter. The same format as the [logo of a tenant](#tenants)',
  }),
  logo_dark: setting(logoText, {
    text: ['Logo on dark pages', 'If empty, the logo above is shown on a light background.'],
    type: 'picture',
    meaning: 'the logo on dark pages. If absent, `logo` is shown on a light background',
  }),
};

/** The settings as forms have them: a dot leads into the group mapping. */
export const flatProviderSettings = withGroups(providerSettings, { group_mapping: groupMappingSettings });
