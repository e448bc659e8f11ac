import mustache from 'mustache';
import type { GuideFacts } from './guide';

/**
 * Fills in the Mustache template of a guide. It can use:
 *
 * - `port`: the port that the application listens on, of its redirect URI;
 * - `issuer`, `clientId`, `scope`, `api`, `audience`, `redirectUri`, `nativeRedirectUri` and `origin`, as plain text;
 * - `server`, the address of an API if its tokens name it, otherwise an example, and `serverPort`;
 * - `localPort`: the same for an http address only, because nothing forwards its connections;
 * - `scopes`, `moreScopes` (without openid) and `groupScopes` (those, groups and offline_access): lists of `name` and `last`;
 * - `hasRoles`, `hasGroups`, `hasRefresh`: roles, groups or offline_access is one of the scopes;
 * - `issuerHost`, and `signOut`: the sign-out here that leads back to the application, as a value of a query;
 * - `secret`: empty except when it is shown once, and `cookieSecret`: otherwise a comment that says how to create one;
 * - `isHttp`: the issuer is on localhost;
 * - `literal`, `kotlin`, `shell`, `yaml` and `apache` around a text, which turn it into a value of that language.
 */
export function fillTemplate(template: string, facts: GuideFacts): string {
  const scopes = facts.scope.split(' ').filter(Boolean);
  const moreScopes = scopes.filter((name) => name !== 'openid');
  const audience = facts.audience ?? facts.scope;
  const server = /^https?:/.test(audience) ? audience : 'https://mcp.example/mcp';
  const view = {
    ...facts,
    audience,
    server,
    serverPort: portOf(server),
    redirectUri: facts.redirectUri || 'https://app.example/callback',
    nativeRedirectUri: facts.redirectUri || 'com.example.app:/callback',
    origin: originOf(facts.redirectUri),
    port: portOf(facts.redirectUri),
    localPort: facts.redirectUri.startsWith('http:') && portOf(facts.redirectUri),
    hasRoles: scopes.includes('roles'),
    hasGroups: scopes.includes('groups'),
    hasRefresh: scopes.includes('offline_access'),
    issuerHost: new URL(facts.issuer).host,
    signOut: encodeURIComponent(signOutOf(facts)),
    secret: facts.once?.secret ?? '',
    cookieSecret: facts.once?.cookieSecret ?? '# openssl rand -base64 32',
    isHttp: facts.issuer.startsWith('http:'),
    scopes: listOf(scopes),
    moreScopes: listOf(moreScopes),
    groupScopes: listOf([...new Set([...moreScopes, 'groups', 'offline_access'])]),
    literal: quoted(literal),
    kotlin: quoted(kotlinLiteral),
    shell: quoted(shellWord),
    yaml: quoted(yamlText),
    apache: quoted(apacheText),
  };
  return mustache.render(template, view, {}, { escape: String });
}

const listOf = (names: readonly string[]) => names.map((name, index) => ({ name, last: index === names.length - 1 }));

/** A Mustache lambda. */
const quoted = (quote: (text: string) => string) => () => (text: string, render: (text: string) => string) =>
  quote(render(text));

/** The origin of the application, as far as its redirect URI reveals it. */
function originOf(redirectUri: string): string {
  if (!URL.canParse(redirectUri)) return 'https://app.example';
  const { origin } = new URL(redirectUri);
  return origin === 'null' ? 'https://app.example' : origin;
}

/** Without an ID token as a hint, the page of the sign-out asks first (RP-Initiated Logout §2). */
function signOutOf({ issuer, clientId, redirectUri }: GuideFacts): string {
  const query = new URLSearchParams({
    client_id: clientId,
    post_logout_redirect_uri: `${originOf(redirectUri)}/`,
  });
  return `${issuer}/connect/endsession?${query}`;
}

/** An https address does not tell the port: a proxy takes the connections and forwards them. */
function portOf(redirectUri: string): string {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : null;
  if (url?.protocol === 'http:') return url.port || '80';
  return url?.port || '8080';
}

/**
 * Text as a literal of JavaScript, Java, C#, Go, Python, Swift and TOML. For printable ASCII, they all accept the
 * syntax of JSON.
 */
function literal(text: string): string {
  return JSON.stringify(text);
}

/** The same for Kotlin, which would replace a variable after a dollar sign. */
function kotlinLiteral(text: string): string {
  return literal(text).replaceAll('$', '\\$');
}

/** Text as one word in a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Text as a YAML scalar in single quotes. */
function yamlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Text as one argument of an Apache directive. */
function apacheText(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`;
}
