import * as second from '@modelcontextprotocol/client';
import { auth as firstAuth } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** Registered without a port, because the program listens on any free one. */
export const registeredUri = 'http://localhost/callback';
const programUri = 'http://localhost:57470/callback';

/** The metadata with which the program registers. */
export const programMetadata = {
  client_name: 'Example Agent',
  redirect_uris: [registeredUri],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
};

type Saved = Record<string, unknown> & { access_token?: string; refresh_token?: string; scope?: string };

type Start = {
  /**
   * Opens the address and allows the program.
   * @returns the address that the browser is redirected to
   */
  readonly visit: (url: URL, count: number) => Promise<string>;
  /** The address at which the program listens. By default nothing listens. */
  readonly redirectUri?: string;
  /** The client_id in its configuration. */
  readonly clientId?: string;
  /** The address of its document (Client ID Metadata Document). */
  readonly document?: string;
};

/** The provider that both versions of the SDK need. It keeps all values, and `visit` signs in. */
export function createProgram({ visit, redirectUri = programUri, clientId, document }: Start) {
  const kept = new Map<string, unknown>(clientId ? [['client', { client_id: clientId }]] : []);
  const visits: URL[] = [];
  let callback: URL | undefined;
  const keep = (name: string) => (value: unknown) => void kept.set(name, value);
  const provider = {
    redirectUrl: redirectUri,
    clientMetadata: programMetadata,
    ...(document !== undefined && { clientMetadataUrl: document }),
    clientInformation: () => kept.get('client') as never,
    saveClientInformation: keep('client'),
    tokens: () => kept.get('tokens') as never,
    saveTokens: keep('tokens'),
    codeVerifier: () => kept.get('verifier') as never,
    saveCodeVerifier: keep('verifier'),
    discoveryState: () => kept.get('discovery') as never,
    saveDiscoveryState: keep('discovery'),
    redirectToAuthorization: async (url: URL) => {
      visits.push(url);
      callback = new URL(await visit(url, visits.length));
    },
  };
  return {
    provider,
    visits,
    client: () => kept.get('client') as Saved,
    tokens: () => kept.get('tokens') as Saved,
    callback: () => {
      if (callback === undefined) throw new Error('nobody was sent to the authorization endpoint');
      return callback.searchParams;
    },
  };
}

export type Program = ReturnType<typeof createProgram>;
type Session = { readonly call: (tool: string) => Promise<string>; readonly close: () => Promise<void> };

/** The two versions of the SDK. They sign in when they connect, and again for a tool that needs more scope. */
export const sdkVersions = {
  '1.x': {
    connect: async (program: Program, url: URL): Promise<Session> => {
      const open = () => new FirstTransport(url, { authProvider: program.provider });
      const client = new FirstClient({ name: 'agent', version: '1.0.0' });
      const transport = open();
      // The library's types are not compatible with exactOptionalPropertyTypes.
      type Transport = Parameters<FirstClient['connect']>[0];
      await client.connect(transport as Transport).catch(async () => {
        await transport.finishAuth(program.callback().get('code') ?? '');
        await client.connect(open() as Transport);
      });
      return { call: async (name) => JSON.stringify(await client.callTool({ name })), close: () => client.close() };
    },
    refresh: (program: Program, url: URL) => firstAuth(program.provider, { serverUrl: url }),
  },
  '2.x': {
    connect: async (program: Program, url: URL): Promise<Session> => {
      const open = () => new second.StreamableHTTPClientTransport(url, { authProvider: program.provider });
      const client = new second.Client({ name: 'agent', version: '1.0.0' });
      let transport = open();
      await client.connect(transport).catch(async () => {
        await transport.finishAuth(program.callback());
        transport = open();
        await client.connect(transport);
      });
      const call = async (name: string) => JSON.stringify(await client.callTool({ name }));
      return {
        call: (name) =>
          call(name).catch(async (error) => {
            if (!(error instanceof second.UnauthorizedError)) throw error;
            await transport.finishAuth(program.callback());
            return call(name);
          }),
        close: () => client.close(),
      };
    },
    refresh: (program: Program, url: URL) => second.auth(program.provider, { serverUrl: url }),
  },
} as const;
