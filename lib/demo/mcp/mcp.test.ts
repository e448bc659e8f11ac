import * as second from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDemo } from '#lib/config/demo';
import { findRoute } from '#lib/routes';
import { fixtures, issueCode, redeem } from '#lib/testing/fixtures';
import { bodyOf, createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { agentCommands, readDemoPage } from '../read-demo-page';
import { answerMessage } from './handle-mcp';

const url = `${issuer}/demo/mcp`;
const loopback = 'http://localhost/callback';
const { scopes = [] } = createDemo({ issuer }).file.sections;
const server = {
  name: 'demo.mcp',
  type: 'resource',
  claims: ['name'],
  resource: url,
  audience: 'resource',
  open: true,
};
const demo = { client_id: 'demo', token_endpoint_auth_method: 'none', redirect_uris: [`${issuer}/demo/callback`] };

let provider: TestProvider;
let token: string;
beforeAll(async () => {
  provider = await createTestProvider({
    users: fixtures.users,
    clients: [demo],
    portal: { dynamic_registration: 'open' },
    scopes: [server],
  });
  token = await tokenFor({ scope: 'openid demo.mcp' });
});
afterAll(() => provider.close());

/** The token of an agent that registers itself and whose person allows everything. */
async function tokenFor(asked: Record<string, string>): Promise<string> {
  const body = JSON.stringify({
    client_name: 'Example Agent',
    redirect_uris: [loopback],
    token_endpoint_auth_method: 'none',
  });
  const headers = { 'content-type': 'application/json' };
  const { client_id } = bodyOf(await provider.send('/connect/register', { method: 'POST', body, headers }));
  const issued = await issueCode(provider, {
    client_id: String(client_id),
    redirect_uri: loopback,
    nonce: undefined,
    ...asked,
  });
  const answer = await redeem(provider, issued, { client_id: String(client_id), redirect_uri: loopback }, null);
  return String(bodyOf(answer).access_token);
}

const post = (message: unknown, authorization?: string) =>
  provider.send('/demo/mcp', {
    isLocal: true,
    method: 'POST',
    body: JSON.stringify(message),
    headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
  });
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** The network of an SDK. All requests go to the provider. */
async function send(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const request = new Request(input, init);
  const { pathname, search } = new URL(request.url);
  const headers = { ...Object.fromEntries(request.headers), authorization: `Bearer ${token}` };
  const {
    status,
    headers: answered,
    body,
  } = await provider.send(`${pathname}${search}`, {
    isLocal: true,
    method: request.method,
    body: await request.text(),
    headers,
  });
  const one = Object.entries(answered).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(status === 202 ? null : body, { status, headers: one });
}

describe('the MCP server of the demo', () => {
  it('is configured as an open scope of an API with a URL', () => {
    const configured = scopes.filter(({ name }) => name === 'demo.mcp');
    expect(configured).toMatchObject([{ resource: url, audience: 'resource', open: true, claims: ['name'] }]);
  });

  it('SDK 1.x lists and calls its tool', async () => {
    const client = new FirstClient({ name: 'agent', version: '1.0.0' });
    // The types of the library are not compatible with exactOptionalPropertyTypes.
    await client.connect(new FirstTransport(new URL(url), { fetch: send }) as Parameters<FirstClient['connect']>[0]);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['who_am_i']);
    const { content } = await client.callTool({ name: 'who_am_i' });
    expect(content).toMatchObject([{ text: 'Example Agent acts for Alice Smith and can use: openid demo.mcp' }]);
    await client.close();
  });

  it('SDK 2.x lists and calls its tool', async () => {
    const client = new second.Client({ name: 'agent', version: '1.0.0' });
    await client.connect(new second.StreamableHTTPClientTransport(new URL(url), { fetch: send }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['who_am_i']);
    const { content } = await client.callTool({ name: 'who_am_i' });
    expect(content).toMatchObject([{ text: expect.stringContaining('acts for Alice Smith') }]);
    await client.close();
  });

  it('leads an agent without a token to its metadata, and from there to the portal (RFC 9728 §5.1)', async () => {
    const { status, headers } = await post(list);
    const metadata = `${issuer}/.well-known/oauth-protected-resource/demo/mcp`;
    expect([status, String(headers['www-authenticate'])]).toEqual([
      401,
      expect.stringContaining(`Bearer realm="signet", resource_metadata="${metadata}"`),
    ]);
    const document = bodyOf(await provider.send('/.well-known/oauth-protected-resource/demo/mcp', { isLocal: true }));
    expect(document).toMatchObject({ resource: url, authorization_servers: [issuer], scopes_supported: ['demo.mcp'] });
  });

  it.each<[string, () => Promise<string>, number, string]>([
    ['no token of ours', async () => 'Bearer nonsense', 401, 'invalid_token'],
    ['the scheme DPoP for an unbound token', async () => `DPoP ${token}`, 401, 'invalid_token'],
    [
      'a token without the scope',
      async () => `Bearer ${await tokenFor({ scope: 'openid' })}`,
      403,
      'insufficient_scope',
    ],
  ])('refuses %s', async (_, authorization, status, error) => {
    const answer = await post(list, await authorization());
    expect([answer.status, String(answer.headers['www-authenticate'])]).toEqual([
      status,
      expect.stringContaining(`error="${error}"`),
    ]);
  });

  it('accepts only POST: it has no stream and no session (MCP, Streamable HTTP)', () => {
    expect(findRoute('/demo/mcp')?.methods).toEqual(['POST']);
  });

  it('does not exist for callers of other machines (security #193)', async () => {
    expect((await provider.send('/demo/mcp', { method: 'POST' })).status).toBe(404);
    expect((await provider.send('/.well-known/oauth-protected-resource/demo/mcp')).status).toBe(404);
  });

  it.each<[string, object]>([
    ['its scope is gone', { scopes: [] }],
    ['its scope is disabled', { scopes: [{ ...server, enabled: false }] }],
    ['its scope names another server', { scopes: [{ ...server, resource: 'https://mcp.test/demo/mcp' }] }],
  ])('does not exist when %s', async (_, configuration) => {
    const without = await createTestProvider({ clients: [demo], ...configuration });
    expect((await without.send('/demo/mcp', { method: 'POST', isLocal: true })).status).toBe(404);
    expect((await without.send('/.well-known/oauth-protected-resource/demo/mcp', { isLocal: true })).status).toBe(404);
    expect((await readDemoPage({ ...without.context(), isLocal: true }, undefined))?.agent).toBeNull();
    await without.close();
  });
});

describe('answerMessage', () => {
  const caller = { agent: 'Agent', person: 'Alice', scope: ['demo.mcp'] };
  const answer = (message: unknown) => answerMessage(JSON.stringify(message), caller);

  it.each([
    ['2025-03-26', '2025-03-26'],
    ['2025-11-25', '2025-11-25'],
    ['2099-01-01', '2025-11-25'],
    [undefined, '2025-11-25'],
  ])('agrees on the version %s (MCP, Lifecycle)', (protocolVersion, agreed) => {
    const message = { jsonrpc: '2.0', id: 'a', method: 'initialize', params: { protocolVersion } };
    expect(answer(message)).toMatchObject({ id: 'a', result: { protocolVersion: agreed } });
  });

  it('answers ping, and not notifications', () => {
    expect(answer({ jsonrpc: '2.0', id: 7, method: 'ping' })).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
    expect(answer({ jsonrpc: '2.0', method: 'notifications/initialized' })).toBeNull();
  });

  it.each<[string, unknown, number, unknown]>([
    ['another method', { jsonrpc: '2.0', id: 1, method: 'server/discover' }, -32601, 1],
    ['another tool', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'rm' } }, -32602, 1],
    ['a batch', [list], -32600, null],
    ['another protocol', { id: 1, method: 'ping' }, -32600, null],
  ])('refuses %s (JSON-RPC 2.0 §5.1)', (_, message, code, id) => {
    expect(answer(message)).toMatchObject({ id, error: { code } });
  });

  it('refuses anything but JSON', () => {
    expect(answerMessage('{', caller)).toMatchObject({ id: null, error: { code: -32700 } });
  });
});

describe('agentCommands', () => {
  it('names the server in each command, except the one that asks for it', () => {
    const without = agentCommands(url).filter(({ value }) => !value.includes(url));
    expect(without.map(({ name }) => name)).toEqual(['MCP Inspector']);
  });
});
