import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { logoText } from '#lib/pictures/logo-text';
import { levelsByName } from '#lib/vocabulary/acr-names';
import { claimName } from '#lib/vocabulary/claims';
import { asciiDomain } from '#lib/vocabulary/domain';
import { entry, refuse, uniqueList } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import { boundedText, line, name, scopeName } from '#lib/vocabulary/text';
import { webUri } from '#lib/vocabulary/uri';

/** The default scopes of each type, which include a name and an address. */
const defaultScope = {
  oidc: 'openid profile email',
  github: 'read:user user:email',
  facebook: 'public_profile email',
  x: 'users.read tweet.read users.email',
} as const;

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
  error: 'must not hold a query or fragment',
  params: { code: 'provider_issuer' },
});

/**
 * The shared issuers of Microsoft Entra ID. Their tokens come from thousands of issuers. Anybody can create one with
 * any address in the claims, so an answer cannot be verified.
 */
const sharedEntra = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i;
/** Whether an issuer stands for many tenants, of which some must be chosen. */
export function isSharedIssuer(issuer: string): boolean {
  return sharedEntra.test(issuer);
}

const sharedEntraProblem =
  'expected the issuer of one tenant, https://login.microsoftonline.com/TENANT-ID/v2.0, or allowed_tenants: the shared one lets any tenant in';

const providerAuthMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;

const providerTypes = ['oidc', 'github', 'facebook', 'x'] as const;
export type ProviderType = (typeof providerTypes)[number];

/** One entry of the section `identity_providers`, with its keys in the file's order. */
export const providerFields = {
  name: name.refine((text) => text !== 'local', {
    error: 'local stands for signing in with a password here',
    params: { code: 'provider_reserved' },
  }),
  display_name: line(200),
  type: z.enum(providerTypes),
  enabled: z.boolean().default(true),
  issuer: issuer.nullable().default(null),
  client_id: line(500),
  client_secret: clientSecret.nullable().default(null),
  /** Instead of a secret, for Apple: a JWT that is signed with this key (see provider-client.ts). */
  team_id: appleId.nullable().default(null),
  key_id: appleId.nullable().default(null),
  private_key: privateKey.nullable().default(null),
  /** If null, what the provider's metadata says. */
  token_endpoint_auth_method: z.enum(providerAuthMethods).nullable().default(null),
  response_mode: z.enum(['query', 'form_post']).default('query'),
  /** The tenants whose people may sign in, for an issuer that many tenants share. */
  allowed_tenants: uniqueList(entraTenant, 100).default([]),
  scope: scope.optional(),
  /** The domains of the home-realm rules, in lower case. */
  domains: uniqueList(domain, 500).default([]),
  button: z.enum(['show', 'domain', 'hidden']).default('show'),
  create_users: z.boolean().default(true),
  claim_mapping: z
    .record(claimName, line(200))
    .refine(({ email_verified: theirs = 'email_verified' }) => theirs === 'email_verified', {
      error: 'comes with the email claim of the provider and from no other claim',
      path: ['email_verified'],
      params: { code: 'claim_mapping_verified' },
    })
    .default({ name: 'name', email: 'email' }),
  /** Values of the provider's `acr` or `amr`, with the level of a sign-in that has them. */
  acr_mapping: levelsByName(line(200)).default({}),
  /** Instead of the mark of a known service or the first letter. */
  logo: logoText,
  logo_dark: logoText,
};

export const providerSchema = entry(providerFields)
  .transform((given) => ({ ...camelKeys(given), scope: given.scope ?? defaultScope[given.type] }))
  .superRefine((provider, context) => {
    checkCredential(provider, context);
    if (provider.type === 'oidc') {
      if (provider.issuer === null) refuse(context, ['issuer'], 'issuer_missing', 'type oidc needs an issuer');
      else if (sharedEntra.test(provider.issuer) && provider.allowedTenants.length === 0) {
        refuse(context, ['issuer'], 'issuer_shared', sharedEntraProblem);
      }
      if (provider.scope.split(' ').includes('openid')) return;
      return refuse(context, ['scope'], 'scope_openid', 'type oidc needs the scope openid (OIDC Core §3.1.2.1)');
    }
    const onlyOidc = {
      response_mode: provider.responseMode !== 'query',
      allowed_tenants: provider.allowedTenants.length > 0,
      token_endpoint_auth_method: provider.tokenEndpointAuthMethod !== null,
    };
    for (const [key, isSet] of Object.entries(onlyOidc)) {
      if (isSet) refuse(context, [key], 'provider_oidc_only', 'only type oidc has this key');
    }
    if (provider.type !== 'github') {
      if (provider.issuer !== null) {
        refuse(context, ['issuer'], 'provider_oidc_only', `type ${provider.type} has no issuer: the service is known`);
      }
    } else if (provider.issuer !== null && new URL(provider.issuer).origin !== provider.issuer) {
      refuse(
        context,
        ['issuer'],
        'issuer_origin',
        'type github takes the address of a GitHub Enterprise Server, without path',
      );
    }
    if (provider.clientSecret === null) {
      refuse(context, ['client_secret'], 'provider_secret_missing', `type ${provider.type} needs a client_secret`);
    }
  });

export type ProviderEntry = z.output<typeof providerSchema>;

type Credential = Pick<ProviderEntry, 'type' | 'clientSecret' | 'teamId' | 'keyId' | 'privateKey'> & {
  readonly tokenEndpointAuthMethod: string | null;
};

/** A provider has a secret, or a key that signs one, or neither. */
function checkCredential(provider: Credential, context: z.core.$RefinementCtx<unknown>): void {
  const { type, clientSecret, teamId, keyId, privateKey: key, tokenEndpointAuthMethod: method } = provider;
  const signs = [teamId, keyId, key].filter((part) => part !== null).length;
  if (signs > 0 && (signs < 3 || type !== 'oidc')) {
    const message = 'team_id, key_id and private_key belong together, with type oidc';
    refuse(context, ['private_key'], 'provider_key_incomplete', message);
  }
  if (key !== null && clientSecret !== null) {
    refuse(context, ['client_secret'], 'provider_secret_twice', 'expected either client_secret or private_key');
  }
  const isNone = method === 'none';
  if (method === null || isNone === (clientSecret === null && key === null)) return;
  const message = isNone ? 'none is for a client without a secret' : `${method} needs a client_secret or private_key`;
  refuse(context, ['token_endpoint_auth_method'], 'provider_auth_method', message);
}
