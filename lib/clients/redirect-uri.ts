import type { IssueFacts } from '#lib/vocabulary/entry';
import {
  characterProblem,
  dotSegmentProblem,
  isCustomScheme,
  isLocalHost,
  type UriProblem,
  webUriProblem,
} from '#lib/vocabulary/uri';

const maximumLength = 400;

/**
 * The parameters of an authorization response. A registered parameter of the same name would come first (RFC 9700
 * §4.1).
 */
const responseParameters = new Set(
  (
    'access_token code error error_description error_uri expires_in id_token iss refresh_token response scope ' +
    'session_state state token_type'
  ).split(' '),
);

/** The parameters of a sign-out response (OIDC RP-Initiated Logout §3). */
const logoutParameters = new Set(['state']);

/** A reverse-domain scheme with a single slash (RFC 8252 §7.1). Group 1 is the path. */
const privateUse = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:(\/(?!\/)[^?#]*)/;
/** A scheme without a dot, which any other program can also claim. Group 1 is the scheme, group 2 the path. */
const custom = /^([a-z][a-z\d+-]*):\/\/[a-z\d.-]+(\/[^?#]*)?(?=\?|$)/;
const loopbackLiteral = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?([/?]|$)/;

type Use = {
  readonly native: boolean;
  readonly purpose: 'redirect' | 'post_logout';
  /** The allowed schemes without a dot: those of the portal, for a self-registered client. */
  readonly schemes?: readonly string[] | 'any';
};

/**
 * Why a URI cannot be registered for redirects. Allowed are https, http to this machine, and for native applications a
 * private-use scheme or an allowed scheme without a dot. A fragment (RFC 6749 §3.1.2), a wildcard (RFC 9700 §4.1.3) and
 * anything that parsers interpret differently are not allowed.
 * @returns null if there is no problem
 */
export function redirectUriProblem(uri: string, use: Use): UriProblem | null {
  if (uri.length > maximumLength)
    return problem('too_long', `expected at most ${maximumLength} characters`, { limit: maximumLength });
  if (uri.includes('#')) return problem('fragment', 'must not hold a fragment (RFC 6749 §3.1.2)');
  if (uri.includes('*')) return problem('wildcard', 'must not hold a wildcard: it is compared byte for byte');
  const reserved = use.purpose === 'redirect' ? responseParameters : logoutParameters;
  return schemeProblem(uri, use) ?? queryProblem(uri, reserved);
}

function schemeProblem(uri: string, { native, schemes = [] }: Use): UriProblem | null {
  const path = privateUse.exec(uri)?.[1];
  if (path !== undefined) {
    if (!native) return problem('scheme', 'only a client with application_type native may use a scheme of its own');
    return characterProblem(uri) ?? dotSegmentProblem(path);
  }
  const scheme = customSchemeOf(uri);
  if (scheme !== null && (schemes === 'any' || schemes.includes(scheme))) {
    return characterProblem(uri) ?? dotSegmentProblem(custom.exec(uri)?.[2] ?? '');
  }
  if (!/^https?:\/\//.test(uri)) {
    return problem('scheme', 'expected https://…, or for a native application com.example.app:/… (RFC 8252 §7.1)');
  }
  const web = webUriProblem(uri);
  if (web !== null || uri.startsWith('https:')) return web;
  if (isLocalHost(new URL(uri).hostname)) return null;
  return problem('http', 'expected https://…; http only reaches 127.0.0.1, [::1] or localhost (RFC 9700 §2.6)');
}

function customSchemeOf(uri: string): string | null {
  const scheme = custom.exec(uri)?.[1] ?? '';
  return isCustomScheme(scheme) ? scheme : null;
}

function queryProblem(uri: string, reserved: ReadonlySet<string>): UriProblem | null {
  const query = uri.slice(uri.indexOf('?') + 1);
  if (query === uri) return null;
  const name = [...new URLSearchParams(query).keys()].find((key) => reserved.has(key));
  if (name === undefined) return null;
  return problem('reserved_parameter', `must not hold the response parameter ${name}`, { name });
}

function problem(rule: string, message: string, facts: IssueFacts = {}): UriProblem {
  return { code: `redirect_uri_${rule}`, message, facts };
}

/** The rules of the portal for schemes without a dot. */
export type SchemeRules = { readonly agents: { readonly customSchemes: readonly string[] } };

/** The schemes without a dot that a client may use. Only agents may use any. */
export function schemesFor(
  { selfRegistered }: { readonly selfRegistered: boolean },
  { agents }: SchemeRules,
): readonly string[] {
  return selfRegistered ? agents.customSchemes : [];
}

/** This machine, or an application on the device. */
const onDevice = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?([/?]|$)/;

/**
 * The application type in force. A self-registered client is native as soon as one redirect URI leads to a program on
 * the device, regardless of its metadata, because such programs also register web addresses.
 */
export function applicationTypeOf({
  applicationType,
  redirectUris,
  selfRegistered,
}: {
  readonly applicationType: 'web' | 'native' | null;
  readonly redirectUris: readonly string[];
  readonly selfRegistered: boolean;
}): 'web' | 'native' {
  const isOnDevice = (uri: string) => privateUse.test(uri) || onDevice.test(uri) || customSchemeOf(uri) !== null;
  if (selfRegistered && redirectUris.some(isOnDevice)) return 'native';
  return applicationType ?? deriveApplicationType(redirectUris);
}

/**
 * The default application type: native if there is a redirect URI, and all are loopback literals or have a private-use
 * scheme.
 */
function deriveApplicationType(redirectUris: readonly string[]): 'web' | 'native' {
  if (redirectUris.length === 0) return 'web';
  return redirectUris.every((uri) => privateUse.test(uri) || loopbackLiteral.test(uri)) ? 'native' : 'web';
}
