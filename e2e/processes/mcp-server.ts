import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createRemoteJWKSet, jwtVerify } from 'jose';

/** An MCP server with two tools. */
export type McpServerUnderTest = { readonly stop: () => Promise<void> };

const metadataPath = '/.well-known/oauth-protected-resource/mcp';

/**
 * Starts an MCP server that verifies access tokens with the published keys of the issuer, and asks for a missing scope
 * (MCP, Authorization).
 * @param url its address, which the issuer knows as a resource
 * @param listed `scopes_supported` of its metadata (RFC 9728). Absent if it lists none
 */
export async function startMcpServer(
  url: URL,
  issuer: string,
  listed: readonly string[] | undefined,
): Promise<McpServerUnderTest> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(Number(url.port), '127.0.0.1', resolve));
  const discovery = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  const keys = createRemoteJWKSet(new URL(discovery.jwks_uri));
  const refuse = (response: ServerResponse, status: 401 | 403, parameters: string) => {
    const metadata = `resource_metadata="${new URL(metadataPath, url).href}"`;
    response.writeHead(status, { 'www-authenticate': `Bearer ${parameters}${metadata}` }).end();
  };
  const scopesOf = async ({ headers }: IncomingMessage) => {
    const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    const { payload } = await jwtVerify(token, keys, { issuer, audience: url.href, typ: 'at+jwt' });
    return String(payload.scope).split(' ');
  };
  server.on('request', async (request, response) => {
    if (request.url === metadataPath) {
      const document = { resource: url.href, authorization_servers: [issuer], scopes_supported: listed };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
    }
    const scopes = await scopesOf(request).catch(() => null);
    if (scopes === null) return refuse(response, 401, '');
    const body = request.method === 'POST' ? JSON.parse(await text(request)) : undefined;
    const needed = body?.method === 'tools/call' ? `notes.${body.params.name}` : 'notes.read';
    if (!scopes.includes(needed)) return refuse(response, 403, `error="insufficient_scope", scope="${needed}", `);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on('close', () => transport.close());
    // The library's types are not compatible with exactOptionalPropertyTypes.
    await createTools().connect(transport as Parameters<McpServer['connect']>[0]);
    return transport.handleRequest(request, response, body);
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createTools(): McpServer {
  const tools = new McpServer({ name: 'notes', version: '1.0.0' });
  for (const name of ['read', 'write']) {
    tools.registerTool(name, { description: name }, () => ({ content: [{ type: 'text', text: `${name}: done` }] }));
  }
  return tools;
}
