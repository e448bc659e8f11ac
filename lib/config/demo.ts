import type { ClientRecord } from '#lib/clients/client-record';
import type { ScopeRecord } from '#lib/scopes/scope';
import type { Settings } from '#lib/settings/settings';
import { createReadablePassword } from '#lib/users/readable-password';
import { demoBackChannel, demoClientId } from '#lib/vocabulary/demo';
import { type ConfigurationFile, parseConfiguration } from './file';

/** A person of the demo configuration, with a password created for this installation. */
export type DemoUser = { readonly username: string; readonly password: string };

/** The configuration for an empty database at localhost. It is enough to sign in and look around. */
type Demo = { readonly file: ConfigurationFile; readonly users: readonly DemoUser[] };

/** The scope of the demonstration's MCP server, and the server's path below the issuer. */
export const demoMcp = { scope: 'demo.mcp', path: '/demo/mcp' } as const;

/** Creates the demo configuration with new passwords. */
export function createDemo({ issuer }: Pick<Settings, 'issuer'>): Demo {
  const users = ['alice', 'bob', 'admin'].map((username) => ({ username, password: createReadablePassword() }));
  const passwords = Object.fromEntries(users.map(({ username, password }) => [username, password]));
  const text = JSON.stringify({
    // Any agent may connect: the issuer is localhost, and agents register themselves.
    portal: { dynamic_registration: 'open', client_id_metadata_documents: 'open' },
    scopes: [{ name: 'demo.api', type: 'resource', display_name: 'Demo API', claims: ['role'] }, demoMcpScope(issuer)],
    clients: [demoClient(issuer), demoDevice],
    users: people.map((person) => ({ ...person, password: passwords[person.username] })),
  });
  return { file: parseConfiguration(text, 'demo configuration'), users };
}

function demoClient(issuer: string) {
  return {
    client_id: demoClientId,
    client_name: 'Demo application',
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    redirect_uris: [`${issuer}/demo/callback`],
    post_logout_redirect_uris: [`${issuer}/demo`],
    backchannel_logout_uri: issuer + demoBackChannel,
    backchannel_logout_session_required: true,
    grant_types: ['authorization_code', 'refresh_token'],
    scope: 'openid profile email offline_access demo.api',
    client_uri: `${issuer}/demo`,
  };
}

function demoMcpScope(issuer: string) {
  return {
    name: demoMcp.scope,
    type: 'resource',
    display_name: 'Demo MCP server',
    description: 'See your name.',
    claims: ['name'],
    resource: issuer + demoMcp.path,
    audience: 'resource',
    open: true,
  };
}

const ownMcp = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/demo\/mcp$/;

/**
 * The scope of the demonstration's MCP server after this server got another address.
 * @returns null if it needs no change, or if another scope replaced it
 */
export function moveDemoScope(stored: ScopeRecord, { issuer }: Pick<Settings, 'issuer'>): ScopeRecord | null {
  const { resource } = demoMcpScope(issuer);
  if (stored.resource === null || !ownMcp.test(stored.resource) || stored.resource === resource) return null;
  return { ...stored, resource };
}

const ownCallback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/demo\/callback$/;

/**
 * The demo client after this server got another address. Without the change, a start with another PORT would break it.
 * @returns null if it needs no change, or if another client replaced it
 */
export function moveDemoClient(stored: ClientRecord, { issuer }: Pick<Settings, 'issuer'>): ClientRecord | null {
  const {
    redirect_uris: redirectUris,
    post_logout_redirect_uris: postLogoutRedirectUris,
    backchannel_logout_uri: backchannelLogoutUri,
    client_uri: clientUri,
  } = demoClient(issuer);
  const [only, ...others] = stored.redirectUris;
  if (only === undefined || others.length > 0 || !ownCallback.test(only) || only === redirectUris[0]) return null;
  return { ...stored, redirectUris, postLogoutRedirectUris, backchannelLogoutUri, clientUri };
}

const demoDevice = {
  client_id: 'demo-device',
  client_name: 'Demo television',
  token_endpoint_auth_method: 'none',
  grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
  scope: 'openid profile offline_access demo.api',
};

const people = [
  {
    username: 'alice',
    claims: {
      name: 'Alice Smith',
      given_name: 'Alice',
      family_name: 'Smith',
      email: 'alice@example.com',
      email_verified: true,
      role: ['buyer', 'auditor'],
    },
  },
  {
    username: 'bob',
    claims: {
      name: 'Bob Jones',
      given_name: 'Bob',
      family_name: 'Jones',
      email: 'bob@example.com',
      email_verified: true,
      role: ['buyer'],
    },
  },
  { username: 'admin', admin: 'owner', claims: { name: 'Admin', email: 'admin@example.com', email_verified: true } },
];
