import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as second from '@modelcontextprotocol/client';
import { auth as firstAuth } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { decodeJwt } from 'jose';
import { expect, test } from 'playwright/test';
import { allowByForm, createHttpBrowser, signInByForm } from '#lib/testing/http-browser';
import { type HttpsSite, siteCertificate, startHttpsSite } from '#lib/testing/https-site';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { type McpServerUnderTest, startMcpServer } from './mcp-server';

const person = { username: 'alice', password: 'correct horse battery staple' };
/** Registered without a port; the program listens where it can. */
const registeredUri = 'http://localhost/callback';
const redirectUri = 'http://localhost:57470/callback';
const configured = 'configured-agent';
const documentPath = '/agent.json';

const metadata = {
  client_name: 'Example Agent',
  redirect_uris: [registeredUri],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
};

type Saved = Record<string, unknown> & { access_token?: string; refresh_token?: string; scope?: string };

/** What both versions of the SDK ask of a program: it keeps everything, and a browser without a screen signs in. */
/** @param start the client_id it was configured with, or the address of its document (Client ID Metadata Document) */
function createProgram(issuer: string, start: { readonly clientId?: string; readonly document?: string } = {}) {
  const browser = createHttpBrowser(issuer);
  const kept = new Map<string, unknown>(start.clientId ? [['client', { client_id: start.clientId }]] : []);
  const visits: URL[] = [];
  let callback: URL | undefined;
  const keep = (name: string) => (value: unknown) => void kept.set(name, value);
  const provider = {
    redirectUrl: redirectUri,
    clientMetadata: metadata,
    ...(start.document !== undefined && { clientMetadataUrl: start.document }),
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
      const page = visits.length === 1 ? await signInByForm(browser, url.href, person) : await consentOf(url);
      callback = new URL(await allowByForm(browser, page));
    },
  };
  const consentOf = async (url: URL) => (await browser.get(url.href)).headers.get('location') ?? '';
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

type Program = ReturnType<typeof createProgram>;
type Session = { readonly call: (tool: string) => Promise<string>; readonly close: () => Promise<void> };

/** The two versions of the SDK: connecting signs in, and so does a tool that needs more. */
const versions = {
  '1.x': {
    connect: async (program: Program, url: URL): Promise<Session> => {
      const open = () => new FirstTransport(url, { authProvider: program.provider });
      const client = new FirstClient({ name: 'agent', version: '1.0.0' });
      const transport = open();
      // The types of the library do not allow for exactOptionalPropertyTypes.
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

/** How the program comes to its client_id, and what the API lists in its metadata. */
type Way = {
  readonly name: string;
  readonly listed?: readonly string[];
  readonly clientId?: string;
  readonly hasDocument?: true;
};

const ways: readonly Way[] = [
  { name: 'registration without scopes' },
  { name: 'registration with the scopes of the resource', listed: ['notes.read', 'notes.write', 'notes.admin'] },
  { name: 'registration with one of its scopes', listed: ['notes.read'] },
  { name: 'a configured client', listed: ['notes.read', 'offline_access'], clientId: configured },
  { name: 'a metadata document', listed: ['notes.read'], hasDocument: true },
];

for (const { name, listed, clientId, hasDocument = false } of ways) {
  test.describe(`MCP clients: ${name}`, () => {
    let signet: RunningServer;
    let api: McpServerUnderTest;
    let site: HttpsSite;
    let folder: string;

    test.beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'signet-site-'));
      const certificate = join(folder, 'certificate.pem');
      await writeFile(certificate, siteCertificate);
      site = await startHttpsSite();
      site.serve(documentPath, { ...metadata, client_id: site.url(documentPath) });
      api = await startMcpServer(listed, async (url) => {
        const env = { NODE_EXTRA_CA_CERTS: certificate, SIGNET_OUTBOUND_ALLOW: 'localhost' };
        signet = await startServer({ configuration: configuration(url), env });
        return signet.issuer;
      });
    });
    test.afterAll(async () => {
      await api.stop();
      await signet.stop();
      site.close();
      await rm(folder, { recursive: true });
    });

    const startProgram = () =>
      createProgram(signet.issuer, {
        ...(clientId !== undefined && { clientId }),
        ...(hasDocument && { document: site.url(documentPath) }),
      });

    for (const [version, { connect, refresh }] of Object.entries(versions)) {
      test(`SDK ${version} gets a token for the server, and another one without the person`, async () => {
        const program = startProgram();
        const session = await connect(program, api.url);
        expect(await session.call('read')).toContain('read: done');
        const first = program.tokens();
        expect(decodeJwt(String(first.access_token))).toMatchObject({ aud: api.url.href, iss: signet.issuer });
        expect(first.scope?.split(' ')).not.toContain('notes.admin');
        expect(await refresh(program, api.url)).toBe('AUTHORIZED');
        expect(program.tokens().access_token).not.toBe(first.access_token);
        expect(program.tokens().scope).toBe(first.scope);
        expect(await session.call('read')).toContain('read: done');
        expect(program.visits).toHaveLength(1);
        if (hasDocument) expect(program.client().client_id).toBe(site.url(documentPath));
        await session.close();
      });
    }

    if (listed?.includes('notes.write') === false) {
      test('SDK 2.x asks for one scope more when a tool needs it (incremental scope)', async () => {
        const program = startProgram();
        const session = await versions['2.x'].connect(program, api.url);
        const id = program.client().client_id;
        expect(decodeJwt(String(program.tokens().access_token)).scope).not.toContain('notes.write');
        expect(await session.call('write')).toContain('write: done');
        expect(program.client().client_id).toBe(id);
        expect(program.tokens().scope?.split(' ')).toEqual(expect.arrayContaining(['notes.read', 'notes.write']));
        expect(program.visits).toHaveLength(2);
        await session.close();
      });
    }
  });
}

function configuration(url: URL): object {
  const api = { type: 'resource', resource: url.href, audience: 'resource' };
  return {
    portal: { dynamic_registration: 'open', client_id_metadata_documents: 'open' },
    scopes: [
      { ...api, name: 'notes.read', open: true },
      { ...api, name: 'notes.write', open: true },
      { ...api, name: 'notes.admin' },
    ],
    clients: [
      {
        client_id: configured,
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: [registeredUri],
        grant_types: ['authorization_code', 'refresh_token'],
        scope: 'notes.read notes.write offline_access',
      },
    ],
    users: [{ ...person, claims: { name: 'Alice' } }],
  };
}
