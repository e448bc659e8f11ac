import { z } from 'zod';
import { automatic } from '#lib/vocabulary/automatic';
import { parseDistinguishedName } from '#lib/vocabulary/distinguished-name';
import { entry, uniqueList } from '#lib/vocabulary/entry';
import { canonicalIp } from '#lib/vocabulary/ip-address';
import { boundedText, clientId, line, name, scopeName, seconds } from '#lib/vocabulary/text';
import { check, httpsUri, webUriProblem } from '#lib/vocabulary/uri';

export const authenticationMethods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'tls_client_auth',
  'self_signed_tls_client_auth',
  'none',
] as const;

export const subjectTypes = ['public', 'pairwise'] as const;

export const responseModes = [
  'query',
  'fragment',
  'form_post',
  'jwt',
  'query.jwt',
  'fragment.jwt',
  'form_post.jwt',
] as const;

const builtInGrants = ['authorization_code', 'implicit', 'client_credentials', 'password', 'refresh_token'];

/** A built-in grant, or an extension grant, whose name is an absolute URI (RFC 6749 §4.5). */
export const grantType = boundedText(
  100,
  z.refine((value) => builtInGrants.includes(value) || /^[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7e]+$/.test(value), {
    error: `expected one of ${builtInGrants.join(', ')}, or the URI of a grant (RFC 6749 §4.5)`,
    params: { code: 'grant_type' },
  }),
);

/** Names separated by single spaces. */
export const scope = z
  .string()
  .max(10_000)
  .transform((text) => text.split(' ').filter((word) => word !== ''))
  .pipe(uniqueList(scopeName, 500));

const providerNames = uniqueList(name, 100);

/** The identity providers that a person may use for this client. */
export const providerFilter = z.union(
  [entry({ allow: z.union([z.literal('*'), providerNames]) }), entry({ deny: providerNames })],
  {
    error: 'expected { allow: "*" }, { allow: [names] } or { deny: [names] }',
  },
);

export const tokenExchange = entry({ subjects: uniqueList(clientId, 1000), delegation: z.boolean() });

/** The redirect URIs are checked later, because the rules depend on the application type. */
export const redirectUris = uniqueList(boundedText(2000), 500).default([]);

/** An address that the server calls or a frame loads. It has no fragment (OIDC Back-Channel Logout §2.2). */
export const logoutUri = boundedText(
  2000,
  check(
    (uri) =>
      webUriProblem(uri) ?? (uri.includes('#') ? { code: 'uri_fragment', message: 'must not hold a fragment' } : null),
  ),
);

/** Compared byte for byte. 512 is the maximum length in a request (RFC 9101 §5.2). */
export const requestUri = httpsUri.max(512);

export const trueOrFalse = automatic(z.boolean(), 'true or false');

/** Null means no grace. */
export const graceSeconds = automatic(seconds(0).nullable(), 'or a whole number of seconds').transform(
  (grace) => grace ?? 0,
);

export const certificateSubject = line(1000).refine((text) => parseDistinguishedName(text) !== null, {
  error: 'expected a name such as CN=client,O=Example (RFC 4514)',
  params: { code: 'distinguished_name' },
});

export const certificateHost = boundedText(
  253,
  z.regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/, { error: 'expected a DNS name' }),
);

export const certificateUri = boundedText(
  2000,
  z.regex(/^[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7e]+$/, { error: 'expected a URI' }),
);

export const certificateAddress = boundedText(
  45,
  z.refine((text) => canonicalIp(text) !== null, { error: 'expected an IP address', params: { code: 'ip_address' } }),
);

export const certificateEmail = boundedText(
  254,
  z.regex(/^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/, { error: 'expected an email address' }),
);

/** A calendar day. */
export const day = boundedText(20, z.iso.date({ error: 'expected a day, for example 2027-01-31' }));

/** A SHA-256 in base64url. */
export const documentHash = boundedText(
  43,
  z.regex(/^[\w-]{43}$/, { error: 'expected the SHA-256 of a document in base64url' }),
);
