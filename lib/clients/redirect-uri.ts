import ipaddr from 'ipaddr.js';
import type { IssueFacts } from '#lib/vocabulary/entry';
import {
  characterProblem,
  dotSegmentProblem,
  isCustomScheme,
  isLocalHost,
  isPrivateUseScheme,
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
const reverseDomain = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:(\/(?!\/)[^?#]*)/;
/** A scheme without a dot, which any other program can also claim. Group 1 is the scheme, group 2 the path. */
const custom = /^([a-z][a-z\d+-]*):\/\/[a-z\d.-]+(\/[^?#]*)?(?=\?|$)/;
/** Any scheme, with or without an authority. Group 1 is the scheme, group 2 the authority, group 3 the path. */
const anyScheme = /^([a-z][a-z\d+.-]*):(?:\/\/([^/?#]*))?([^?#]*)/i;
const loopbackLiteral = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?([/?]|$)/;

type Use = {
  readonly native: boolean;
  readonly purpose: 'redirect' | 'post_logout';
  /** Whether an administrator registered the client, and not the client itself. */
  readonly isVouchedFor: boolean;
  /** The allowed schemes without a dot: those of the portal, for a self-registered client. */
  readonly schemes?: readonly string[] | 'any';
};

/**
 * Why a URI cannot be registered for redirects. Allowed are https and http to this machine. An administrator may also
 * register any private-use scheme that is not dangerous, because RFC 8252 §8.4 only recommends reverse domain names,
 * and http in a private network. A client that registers itself may use a reverse domain name if it is native, and an
 * allowed scheme without a dot. A fragment (RFC 6749 §3.1.2), a wildcard (RFC 9700 §4.1.3) and
 * anything that parsers interpret differently are not allowed.
 * @returns null if there is no problem
 */
export function redirectUriProblem(uri: string, use: Use): UriProblem | null {
  if (uri.length > maximumLength)
    return problem('too_long', `expected at most ${maximumLength} characters`, { limit: maximumLength });
  if (uri.includes('#')) return problem('fragment', 'must not contain a fragment (RFC 6749 §3.1.2)');
  if (uri.includes('*'))
    return problem('wildcard', 'must not contain a wildcard, because it is compared byte for byte');
  const reserved = use.purpose === 'redirect' ? responseParameters : logoutParameters;
  return schemeProblem(uri, use) ?? queryProblem(uri, reserved);
}

function schemeProblem(uri: string, use: Use): UriProblem | null {
  const problem = use.isVouchedFor ? privateUseProblem(uri) : selfRegisteredProblem(uri, use);
  return problem === undefined ? webProblem(uri, use) : problem;
}

/** The rule for administrators. undefined for an address without a private-use scheme. */
function privateUseProblem(uri: string): UriProblem | null | undefined {
  const [, scheme = '', authority = '', path = ''] = anyScheme.exec(uri) ?? [];
  if (!isPrivateUseScheme(scheme)) return undefined;
  if (authority.includes('@')) return { code: 'uri_userinfo', message: 'must not contain a username before the host' };
  if (!URL.canParse(uri)) return { code: 'uri_host', message: 'expected a host, or nothing, after the scheme' };
  return characterProblem(uri) ?? dotSegmentProblem(path);
}

/** The rule for clients that register themselves. undefined for an address without a scheme of their own. */
function selfRegisteredProblem(uri: string, { native, schemes = [] }: Use): UriProblem | null | undefined {
  const path = reverseDomain.exec(uri)?.[1];
  if (path !== undefined) {
    if (!native) return problem('scheme', 'only a client with application_type: native can use a custom scheme');
    return characterProblem(uri) ?? dotSegmentProblem(path);
  }
  const scheme = customSchemeOf(uri);
  if (scheme === null || !(schemes === 'any' || schemes.includes(scheme))) return undefined;
  return characterProblem(uri) ?? dotSegmentProblem(custom.exec(uri)?.[2] ?? '');
}

function webProblem(uri: string, { isVouchedFor }: Use): UriProblem | null {
  if (!/^https?:\/\//.test(uri)) {
    return problem('scheme', 'expected https://…, or the scheme of an app, such as com.example.app:/callback');
  }
  const web = webUriProblem(uri);
  if (web !== null || uri.startsWith('https:')) return web;
  const { hostname } = new URL(uri);
  if (isLocalHost(hostname) || (isVouchedFor && isPrivateHost(hostname))) return null;
  const others = isVouchedFor ? ', a private address, or a host without a dot or under .local, .lan or .internal' : '';
  return problem('http', `expected https://…; http is only for 127.0.0.1, [::1] or localhost${others} (RFC 9700 §2.6)`);
}

const privateRanges: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'linkLocal']);

/** Whether only a private network knows a host: by its address, or because public DNS has no such name. */
function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(address)) return privateRanges.has(ipaddr.process(address).range());
  return !hostname.includes('.') || /\.(?:local|lan|internal)$/.test(hostname);
}

/**
 * Why an allowed address deserves a warning: everybody in its network can read an answer over http (RFC 9700 §2.6), and
 * any program can claim a scheme without a dot (RFC 8252 §8.4). Null if it deserves none.
 */
export function redirectUriRisk(uri: string): 'http' | 'scheme_without_dot' | null {
  if (uri.startsWith('http:')) return URL.canParse(uri) && isLocalHost(new URL(uri).hostname) ? null : 'http';
  const scheme = anyScheme.exec(uri)?.[1] ?? '';
  return isPrivateUseScheme(scheme) && !scheme.includes('.') ? 'scheme_without_dot' : null;
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
  return problem('reserved_parameter', `must not contain the response parameter ${name}`, { name });
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
  const isOnDevice = (uri: string) => reverseDomain.test(uri) || onDevice.test(uri) || customSchemeOf(uri) !== null;
  if (selfRegistered && redirectUris.some(isOnDevice)) return 'native';
  return applicationType ?? deriveApplicationType(redirectUris);
}

/**
 * The default application type: native if there is a redirect URI, and all are loopback literals or have a private-use
 * scheme.
 */
function deriveApplicationType(redirectUris: readonly string[]): 'web' | 'native' {
  if (redirectUris.length === 0) return 'web';
  return redirectUris.every((uri) => isPrivateUse(uri) || loopbackLiteral.test(uri)) ? 'native' : 'web';
}

function isPrivateUse(uri: string): boolean {
  return isPrivateUseScheme(anyScheme.exec(uri)?.[1] ?? '');
}
