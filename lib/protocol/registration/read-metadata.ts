import type { ClientRecord } from '#lib/clients/client-record';
import { applicationTypeOf, redirectUriProblem, type SchemeRules, schemesFor } from '#lib/clients/redirect-uri';
import { type ClientMetadata, clientMetadata } from '#lib/clients/registration/metadata';
import type { Context } from '#lib/context';
import type { HttpRequest } from '#lib/http/types';
import { findTargetProblem } from '#lib/outbound/check-target';
import type { Settings } from '#lib/settings/settings';
import { type AcrAliases, levelOfAcr } from '#lib/vocabulary/acr-levels';
import { expectation } from '#lib/vocabulary/expectation';
import { isJsonObject, type JsonProblem, parseJson } from '#lib/vocabulary/json';
import { mtlsMethods } from '../mtls/authenticate-by-certificate';
import { invalidClientMetadata, invalidRedirectUri, invalidRequest, type OAuthError } from '../oauth-error';

const jsonType = /^application\/json[ \t]*(;[ \t]*(charset="?utf-8"?[ \t]*)?)*$/i;

/** Whether the content type is JSON in UTF-8. */
export function isJson(request: HttpRequest): boolean {
  return jsonType.test(request.headers['content-type'] ?? '');
}

/** The members of a request body. Null means that a member is absent (RFC 7592 §2.2). */
export type Members = Readonly<Record<string, unknown>>;

const jsonRules = {
  malformed: 'json_malformed',
  repeated_name: 'json_name_repeated',
  too_large: 'json_too_large',
  too_deep: 'json_too_deep',
  too_many_members: 'json_too_many_members',
} as const satisfies Record<JsonProblem, string>;

/** @throws invalid_request if it is not a JSON object, repeats a name, or exceeds the limits of incoming JSON */
export function readMembers(body: string): Members {
  const parsed = parseJson(body);
  if ('problem' in parsed) throw invalidRequest(jsonRules[parsed.problem]);
  const { value } = parsed;
  if (!isJsonObject(value)) {
    throw invalidRequest('json_malformed');
  }
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** Without mTLS, a client with one of these values would get no tokens. */
const certificateNeeds: Readonly<Record<string, readonly unknown[]>> = {
  tls_client_certificate_bound_access_tokens: [true],
  token_endpoint_auth_method: mtlsMethods,
};

/**
 * Checks the metadata of a client by the rules of the configuration file.
 * @param members the result of substitute()
 * @throws invalid_redirect_uri or invalid_client_metadata (RFC 7591 §3.2.2) that names the first wrong member
 */
export function readMetadata(
  members: Members,
  { client }: { readonly client: Pick<ClientRecord, 'selfRegistered' | UriList> },
  { settings, snapshot }: Circumstances,
): ClientMetadata {
  const needy = Object.entries(certificateNeeds).find(([name, values]) => values.includes(members[name]));
  if (settings.mtls === null && needy !== undefined) throw unusable(`${needy[0]}: this value is not supported`);
  const parsed = clientMetadata[client.selfRegistered ? 'open' : 'vouched'].safeParse(members, { error: expectation });
  if (!parsed.success) throw toError(parsed.error.issues[0]);
  checkRedirects(parsed.data, client);
  if (client.selfRegistered) checkSchemes(parsed.data, snapshot.portal);
  checkAddresses(parsed.data, settings);
  checkLevels(parsed.data, snapshot.portal.acrAliases);
  return parsed.data;
}

type Circumstances = Pick<Context, 'settings'> & { readonly snapshot: Pick<Context['snapshot'], 'portal'> };

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

function toError({ path, message }: Issue = { path: [], message: 'cannot be used' }): OAuthError {
  const place = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  const name = toAscii(`${place.slice(1)}: ${message}`).slice(0, 300);
  return path[0] === 'redirect_uris' ? invalidRedirectUri('redirect_uri_unusable', { name }) : unusable(name);
}

/** The rule of the authorization endpoint: a client that got its answer here can sign people in (security #200). */
function checkSchemes(metadata: ClientMetadata, portal: SchemeRules): void {
  const client = { ...metadata, selfRegistered: true };
  const native = applicationTypeOf(client) === 'native';
  const schemes = schemesFor(client, portal);
  const refused = metadata.redirectUris.find(
    (uri) => redirectUriProblem(uri, { native, purpose: 'redirect', isVouchedFor: false, schemes }) !== null,
  );
  if (refused === undefined) return;
  const scheme = refused.split(':', 1)[0] ?? '';
  const name = `redirect_uris: the scheme ${scheme} is not one of agents.custom_schemes in the configuration of this server`;
  throw invalidRedirectUri('redirect_uri_unusable', { name });
}

/** RFC 7591 §3.2.2. The messages are the same as for a configuration file. */
function toAscii(text: string): string {
  return text
    .replaceAll('§', 'section ')
    .replaceAll('…', '...')
    .replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');
}

const uriLists = [
  ['redirectUris', 'redirect_uris', 'redirect'],
  ['postLogoutRedirectUris', 'post_logout_redirect_uris', 'post_logout'],
] as const;
type UriList = (typeof uriLists)[number][0];

/**
 * A program that describes itself gets the addresses of security #7 that need no administrator, also with an initial
 * access token. Those that an administrator gave it stay.
 */
function checkRedirects(metadata: ClientMetadata, client: Pick<ClientRecord, 'selfRegistered' | UriList>): void {
  if (client.selfRegistered) return;
  const native = applicationTypeOf({ ...metadata, selfRegistered: false }) === 'native';
  for (const [list, name, purpose] of uriLists) {
    for (const [index, uri] of metadata[list].entries()) {
      const problem = client[list].includes(uri)
        ? null
        : redirectUriProblem(uri, { native, purpose, isVouchedFor: false });
      if (problem !== null) throw toError({ path: [name, index], ...problem });
    }
  }
}

/** Security #123: addresses that this server requests are checked now, and again when they are requested. */
function checkAddresses(metadata: ClientMetadata, settings: Settings): void {
  const { jwksUri, sectorIdentifierUri, backchannelLogoutUri, frontchannelLogoutUri, redirectUris, requestUris } =
    metadata;
  for (const [name, address] of [
    ['jwks_uri', jwksUri],
    ['sector_identifier_uri', sectorIdentifierUri],
    ['backchannel_logout_uri', backchannelLogoutUri],
    ...requestUris.map((uri) => ['request_uris', uri] as const),
  ] as const) {
    const problem = address === null ? null : findTargetProblem(address, settings);
    if (problem !== null) throw unusable(`${name}: ${problem}`);
  }
  // OpenID Connect Front-Channel Logout §2.
  const origins = redirectUris.map((uri) => new URL(uri).origin);
  if (frontchannelLogoutUri !== null && !origins.includes(new URL(frontchannelLogoutUri).origin)) {
    throw unusable('frontchannel_logout_uri: expected scheme, host and port of a redirect URI');
  }
}

function checkLevels({ defaultAcrValues }: ClientMetadata, aliases: AcrAliases): void {
  const unknown = defaultAcrValues.find((name) => levelOfAcr(name, aliases) === null);
  if (unknown !== undefined) throw unusable(`default_acr_values: level ${unknown} does not exist`);
}

function unusable(name: string): OAuthError {
  return invalidClientMetadata('metadata_unusable', { name });
}
