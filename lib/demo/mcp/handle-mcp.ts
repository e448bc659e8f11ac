import { z } from 'zod';
import { demoMcp } from '#lib/config/demo';
import type { Context } from '#lib/context';
import { json, noStore } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { getLiveToken } from '#lib/protocol/access-token';
import { readPresentedToken } from '#lib/protocol/bearer-token';
import { checkPossession } from '#lib/protocol/dpop/check-possession';
import { withDpopNonce } from '#lib/protocol/dpop/with-nonce';
import { insufficientScope, isOAuthError } from '#lib/protocol/oauth-error';
import { withResourceMetadata } from '#lib/protocol/protected-resources';
import { recordTokenUse } from '#lib/protocol/record-use';
import { refuseToken } from '#lib/protocol/refuse-token';
import { parseJson } from '#lib/vocabulary/json';
import { findMcpScope, noServer } from './mcp-metadata';

const messageSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});

const failures = {
  parse: { code: -32700, message: 'Parse error' },
  request: { code: -32600, message: 'Invalid Request' },
  method: { code: -32601, message: 'Method not found' },
  params: { code: -32602, message: 'Invalid params' },
} as const;

/** Newest first. The first one is offered to a program that supports none of them. */
const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;

const tool = {
  name: 'who_am_i',
  description: 'Returns the user who is signed in to the demo, the agent that asks, and what it can use.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  annotations: { readOnlyHint: true },
} as const;

/**
 * /demo/mcp: an MCP server without sessions (Streamable HTTP). Agents find the portal through its challenge, as with
 * every other MCP server, and need the scope `demo.mcp`.
 */
export const handleMcp = withDpopNonce(withResourceMetadata(demoMcp.path, respond));

async function respond(request: HttpRequest, context: Context): Promise<HttpResponse> {
  if (findMcpScope(context) === null) return noServer;
  try {
    const presented = readPresentedToken(request);
    if (presented === null) return refuseToken(null, demoMcp.scope, context);
    const token = await getLiveToken(presented.value, context);
    await checkPossession(token, presented, request, context);
    const { clientId, client, claims, scope } = token;
    if (!scope.includes(demoMcp.scope)) throw insufficientScope('demo_scope_needed', { clientId });
    recordTokenUse(token, [demoMcp.scope], context);
    return answer(request.body, { agent: client.clientName ?? clientId, person: nameOf(claims), scope });
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    return refuseToken(error, demoMcp.scope, context);
  }
}

/** The scope adds the name to the token. For a person without a name, the identifier is used. */
function nameOf({ name, sub }: Readonly<Record<string, unknown>>): string {
  return typeof name === 'string' ? name : String(sub);
}

function answer(body: string, caller: Caller): HttpResponse {
  const message = answerMessage(body, caller);
  return message === null ? { status: 202, headers: noStore, body: '' } : json(200, message);
}

/** The caller, according to the access token. */
type Caller = {
  /** The client's name. */
  readonly agent: string;
  /** The person it acts for. */
  readonly person: string;
  readonly scope: readonly string[];
};

type Message = { readonly jsonrpc: '2.0'; readonly id: string | number | null } & (
  | { readonly result: object }
  | { readonly error: { readonly code: number; readonly message: string } }
);

/**
 * Answers a message to the demonstration's MCP server (JSON-RPC 2.0 §4, §5): the handshake, and a tool that says who is
 * signed in.
 * @returns null for a notification, which has no answer
 */
export function answerMessage(body: string, caller: Caller): Message | null {
  const parsed = parseJson(body);
  if ('problem' in parsed) return { jsonrpc: '2.0', id: null, error: failures.parse };
  const message = messageSchema.safeParse(parsed.value);
  if (!message.success) return { jsonrpc: '2.0', id: null, error: failures.request };
  const { id, method, params = {} } = message.data;
  return id === undefined ? null : { jsonrpc: '2.0', id, ...call(method, params, caller) };
}

function call(method: string, params: Readonly<Record<string, unknown>>, caller: Caller) {
  switch (method) {
    case 'initialize':
      return { result: initialize(params.protocolVersion) };
    case 'ping':
      return { result: {} };
    case 'tools/list':
      return { result: { tools: [tool] } };
    case 'tools/call':
      return params.name === tool.name ? { result: tell(caller) } : { error: failures.params };
    default:
      return { error: failures.method };
  }
}

function initialize(asked: unknown) {
  const protocolVersion = protocolVersions.find((version) => version === asked) ?? protocolVersions[0];
  return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'signet-demo', version: '1.0.0' } };
}

function tell({ agent, person, scope }: Caller) {
  return { content: [{ type: 'text', text: `${agent} acts for ${person} and can use: ${scope.join(' ')}` }] };
}
