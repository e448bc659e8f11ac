import { z } from 'zod';
import { parseJson } from '#lib/vocabulary/json';

/** The caller, according to the access token. */
export type Caller = {
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

const tool = {
  name: 'who_am_i',
  description: 'Tells who is signed in to the demo, which agent asks, and what it may use.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  annotations: { readOnlyHint: true },
} as const;

function tell({ agent, person, scope }: Caller) {
  return { content: [{ type: 'text', text: `${agent} acts for ${person} and may use: ${scope.join(' ')}` }] };
}
