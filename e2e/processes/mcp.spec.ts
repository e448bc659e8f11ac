import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { expect, test } from 'playwright/test';
import { allowByForm, createHttpBrowser, signInByForm } from '#lib/testing/http-browser';
import { type HttpsSite, siteCertificate, startHttpsSite } from '#lib/testing/https-site';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { createProgram, programMetadata, registeredUri, sdkVersions } from '../mcp-program';
import { type McpServerUnderTest, startMcpServer } from './mcp-server';

const person = { username: 'alice', password: 'correct horse battery staple' };
const configured = 'configured-agent';
const documentPath = '/agent.json';

/**
 * Signs in and allows the program with an HTTP client as the browser.
 * @param start the argument of createProgram()
 */
function startProgramAt(issuer: string, start: Omit<Parameters<typeof createProgram>[0], 'visit'> = {}) {
  const browser = createHttpBrowser(issuer);
  const visit = async (url: URL, count: number) => {
    const signIn = () => signInByForm(browser, url.href, person);
    const consent = async () => (await browser.get(url.href)).headers.get('location') ?? '';
    return allowByForm(browser, count === 1 ? await signIn() : await consent());
  };
  return createProgram({ ...start, visit });
}

/** How the program gets its client_id, and which scopes the API lists in its metadata. */
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

let signet: RunningServer;
let apiUrl: URL;
let site: HttpsSite;
let folder: string;

for (const isApi of [true, false]) {
  test.describe(`MCP clients of ${isApi ? 'an API named by its address' : 'scopes with its address'}`, () => {
    test.beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'signet-site-'));
      const certificate = join(folder, 'certificate.pem');
      await writeFile(certificate, siteCertificate);
      site = await startHttpsSite();
      site.serve(documentPath, { ...programMetadata, client_id: site.url(documentPath) });
      apiUrl = new URL(`http://localhost:${await freePort()}/mcp`);
      const env = { NODE_EXTRA_CA_CERTS: certificate, SIGNET_OUTBOUND_ALLOW: 'localhost' };
      signet = await startServer({ configuration: configuration(apiUrl, isApi), env });
    });
    test.afterAll(async () => {
      await signet.stop();
      site.close();
      await rm(folder, { recursive: true });
    });

    for (const { name, listed, clientId, hasDocument = false } of ways) {
      test.describe(name, () => {
        let api: McpServerUnderTest;
        test.beforeAll(async () => {
          api = await startMcpServer(apiUrl, signet.issuer, listed);
        });
        test.afterAll(() => api.stop());

        const startProgram = () =>
          startProgramAt(signet.issuer, {
            ...(clientId !== undefined && { clientId }),
            ...(hasDocument && { document: site.url(documentPath) }),
          });

        for (const [version, { connect, refresh }] of Object.entries(sdkVersions)) {
          test(`SDK ${version} gets a token for the server, and a refreshed one without the person`, async () => {
            const program = startProgram();
            const session = await connect(program, apiUrl);
            expect(await session.call('read')).toContain('read: done');
            const first = program.tokens();
            expect(decodeJwt(String(first.access_token))).toMatchObject({ aud: apiUrl.href, iss: signet.issuer });
            expect(first.scope?.split(' ')).not.toContain('notes.admin');
            expect(await refresh(program, apiUrl)).toBe('AUTHORIZED');
            expect(program.tokens().access_token).not.toBe(first.access_token);
            expect(program.tokens().scope).toBe(first.scope);
            expect(await session.call('read')).toContain('read: done');
            expect(program.visits).toHaveLength(1);
            if (hasDocument) expect(program.client().client_id).toBe(site.url(documentPath));
            await session.close();
          });
        }

        if (listed?.includes('notes.write') === false) {
          test('SDK 2.x requests another scope when a tool needs it (incremental scope)', async () => {
            const program = startProgram();
            const session = await sdkVersions['2.x'].connect(program, apiUrl);
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
  });
}

function configuration(url: URL, isApi: boolean): object {
  const api = { type: 'resource', ...(!isApi && { resource: url.href, audience: 'resource' }) };
  return {
    portal: { dynamic_registration: 'open', client_id_metadata_documents: 'open' },
    scopes: [
      { ...api, name: 'notes.read', open: true },
      { ...api, name: 'notes.write', open: true },
      { ...api, name: 'notes.admin' },
    ],
    apis: isApi ? [{ name: url.href, scopes: ['notes.read', 'notes.write', 'notes.admin'] }] : [],
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
