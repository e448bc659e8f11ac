import { z } from 'zod';
import { logoText } from '#lib/pictures/logo-text';
import { levelsByName } from '#lib/vocabulary/acr-names';
import { claimName } from '#lib/vocabulary/claims';
import { asciiDomain } from '#lib/vocabulary/domain';
import { entry, refuse, uniqueList } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import { boundedText, line, name, scopeName } from '#lib/vocabulary/text';
import { webUri } from '#lib/vocabulary/uri';

/** The default scopes, which include a name and an address. */
const defaultScope = { oidc: 'openid profile email', github: 'read:user user:email' } as const;

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

/** The secret at the provider: in clear text, or as written by an export, sealed under SIGNET_SECRET. */
const clientSecret = z.union([line(2000), entry({ sealed: z.string().max(4000) })], {
  error: 'expected text, or { sealed: … } as an export wrote it',
});

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
const sharedEntraProblem =
  'expected the issuer of one tenant, https://login.microsoftonline.com/TENANT-ID/v2.0: the shared one lets any tenant in';

/** One entry of the section `identity_providers`, with its keys in the file's order. */
export const providerFields = {
  name: name.refine((text) => text !== 'local', {
    error: 'local stands for signing in with a password here',
    params: { code: 'provider_reserved' },
  }),
  display_name: line(200),
  type: z.enum(['oidc', 'github']),
  enabled: z.boolean().default(true),
  issuer: issuer.nullable().default(null),
  client_id: line(500),
  client_secret: clientSecret.nullable().default(null),
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
    if (provider.type === 'oidc') {
      if (provider.issuer === null) refuse(context, ['issuer'], 'issuer_missing', 'type oidc needs an issuer');
      else if (sharedEntra.test(provider.issuer)) refuse(context, ['issuer'], 'issuer_shared', sharedEntraProblem);
      if (provider.scope.split(' ').includes('openid')) return;
      return refuse(context, ['scope'], 'scope_openid', 'type oidc needs the scope openid (OIDC Core §3.1.2.1)');
    }
    if (provider.issuer !== null && new URL(provider.issuer).origin !== provider.issuer) {
      refuse(
        context,
        ['issuer'],
        'issuer_origin',
        'type github takes the address of a GitHub Enterprise Server, without path',
      );
    }
    if (provider.clientSecret === null) {
      refuse(context, ['client_secret'], 'provider_secret_missing', 'type github needs a client_secret');
    }
  });

export type ProviderEntry = z.output<typeof providerSchema>;
