import { includesProfile, type SecurityProfile } from '#lib/vocabulary/security-profile';
import { applicationTypeOf } from '../redirect-uri';
import { fapiAlgs } from './message-rules';

/** The client of a redirect URI. */
type Redirected = Parameters<typeof applicationTypeOf>[0];

/** The values that a profile allows for a setting. */
type Allowed =
  /** The first one replaces a value that the profile does not allow. */
  | { readonly oneOf: readonly (string | boolean | null)[] }
  /** For a list. If the setting is null, it becomes the whole list. */
  | { readonly subsetOf: readonly string[] }
  | { readonly atMost: number }
  /** For a list of addresses. */
  | { readonly every: (uri: string, client: Redirected) => boolean };

/** One requirement of a profile, as far as a setting of the client meets it. */
export type Lock = {
  /** The key of the setting in the configuration. */
  readonly key: string;
  /** The first profile with the requirement. Stricter ones have it too. */
  readonly from: Exclude<SecurityProfile, 'none'>;
  readonly allows: Allowed;
  /** The default of the setting, if the profile does not allow it. The setting then counts as not set. */
  readonly unset?: string | boolean | null;
  /** Another setting that meets the requirement if it is on. This one is then free. */
  readonly unless?: string;
  /** The requirement as a sentence. */
  readonly requirement: string;
  /** The section of the profile. */
  readonly source: string;
};

const security = (section: string) => `FAPI 2.0 Security Profile §${section}`;
const signing = (section: string) => `FAPI 2.0 Message Signing §${section}`;

/** With null for a setting without an algorithm, which accepts all of these. */
const anyOfTheseAlgs = [null, ...fapiAlgs];

const signatures = 'Signatures use PS256, ES256 or EdDSA (Ed25519).';

/** RFC 8252 §7.3: the address of this machine, for a program on it. */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?([/?]|$)/;

/**
 * The settings that the profiles lock, in the order of the configuration's keys. Validation, the settings in force, the
 * form of a client and docs/security-profiles.md use this table.
 */
export const locks: readonly Lock[] = [
  {
    key: 'token_endpoint_auth_method',
    from: 'fapi2',
    allows: { oneOf: ['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth'] },
    unset: 'client_secret_basic',
    requirement: 'Clients authenticate with private_key_jwt or mTLS.',
    source: security('5.3.2.1'),
  },
  {
    key: 'redirect_uris',
    from: 'fapi2',
    allows: {
      every: (uri, client) =>
        !uri.startsWith('http:') || (loopback.test(uri) && applicationTypeOf(client) === 'native'),
    },
    requirement: 'Redirect URIs use https. Only native apps use http, for 127.0.0.1 and [::1].',
    source: security('5.3.2.2'),
  },
  {
    key: 'grant_types',
    from: 'fapi2',
    allows: {
      subsetOf: [
        'authorization_code',
        'refresh_token',
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:token-exchange',
        'urn:ietf:params:oauth:grant-type:jwt-bearer',
      ],
    },
    requirement: 'Clients don’t use the implicit, password and device flows, or grants of extensions.',
    source: security('5.3.2.1'),
  },
  {
    key: 'response_types',
    from: 'fapi2',
    allows: { subsetOf: ['code'] },
    requirement: 'The response type is code.',
    source: security('5.3.2.2'),
  },
  {
    key: 'response_modes',
    from: 'fapi2_message_signing',
    allows: { subsetOf: ['jwt', 'query.jwt', 'form_post.jwt'] },
    unset: null,
    requirement: 'Authorization responses are signed.',
    source: signing('5.4.1'),
  },
  {
    key: 'client_assertion_audience',
    from: 'fapi2',
    allows: { oneOf: ['issuer'] },
    unset: 'endpoint',
    requirement: 'Assertions name the issuer as their only audience.',
    source: security('5.3.2.1'),
  },
  {
    key: 'token_endpoint_auth_signing_alg',
    from: 'fapi2',
    allows: { oneOf: anyOfTheseAlgs },
    requirement: signatures,
    source: security('5.4.1'),
  },
  {
    key: 'authorization_code_lifetime_seconds',
    from: 'fapi2',
    allows: { atMost: 60 },
    requirement: 'Authorization codes expire after at most 60 seconds.',
    source: security('5.3.2.1'),
  },
  {
    key: 'refresh_token_rotation',
    from: 'fapi2',
    allows: { oneOf: [false] },
    unset: 'auto',
    requirement: 'Refresh tokens aren’t rotated.',
    source: security('5.3.2.1'),
  },
  {
    key: 'require_pkce',
    from: 'fapi2',
    allows: { oneOf: [true] },
    unset: 'auto',
    requirement: 'Authorization requests use PKCE.',
    source: security('5.3.2.2'),
  },
  {
    key: 'allow_plain_pkce',
    from: 'fapi2',
    allows: { oneOf: [false] },
    requirement: 'The code challenge method is S256.',
    source: security('5.3.2.2'),
  },
  ...['id_token_signed_response_alg', 'authorization_signed_response_alg'].map(
    (key): Lock => ({
      key,
      from: 'fapi2',
      allows: { oneOf: fapiAlgs },
      unset: 'RS256',
      requirement: signatures,
      source: security('5.4.1'),
    }),
  ),
  {
    key: 'userinfo_signed_response_alg',
    from: 'fapi2',
    allows: { oneOf: anyOfTheseAlgs },
    requirement: signatures,
    source: security('5.4.1'),
  },
  {
    key: 'access_token_signing_alg',
    from: 'fapi2',
    allows: { oneOf: fapiAlgs },
    requirement: signatures,
    source: security('5.4.1'),
  },
  {
    key: 'require_pushed_authorization_requests',
    from: 'fapi2',
    allows: { oneOf: [true] },
    unset: false,
    requirement: 'Authorization requests are pushed.',
    source: security('5.3.2.2'),
  },
  {
    key: 'require_signed_request_object',
    from: 'fapi2_message_signing',
    allows: { oneOf: [true] },
    unset: false,
    requirement: 'Authorization requests are signed.',
    source: signing('5.3.1'),
  },
  {
    key: 'request_object_signing_alg',
    from: 'fapi2',
    allows: { oneOf: anyOfTheseAlgs },
    requirement: signatures,
    source: security('5.4.1'),
  },
  {
    key: 'dpop_bound_access_tokens',
    from: 'fapi2',
    allows: { oneOf: [true] },
    unset: false,
    unless: 'tls_client_certificate_bound_access_tokens',
    requirement: 'Access tokens are bound to a key or a certificate of the client.',
    source: security('5.3.2.1'),
  },
];

/** The requirements of a profile. */
export function locksOf(profile: SecurityProfile): readonly Lock[] {
  return locks.filter(({ from }) => includesProfile(profile, from));
}
