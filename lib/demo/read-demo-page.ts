import type { Context } from '#lib/context';
import { readDemoState } from './demo-cookie';
import { type NamedValue, namedValues } from './demo-form';
import { type DemoSession, findDemoSession } from './demo-sessions';
import { findMcpScope } from './mcp/mcp-metadata';
import { findDemoClient } from './relying-party';

/** The content of /demo. */
export type DemoPage = {
  readonly problem: { readonly error: string; readonly description: string } | null;
  readonly signedIn: {
    readonly name: string;
    /** The claims of the ID token, whose signature, issuer, audience, nonce and times have been verified. */
    readonly claims: readonly NamedValue[];
    readonly userInfo: readonly NamedValue[];
    readonly tokens: readonly NamedValue[];
    readonly canRefresh: boolean;
  } | null;
  /** The MCP server that agents can connect to. */
  readonly agent: { readonly url: string; readonly commands: readonly NamedValue[] } | null;
};

/** Reads the demo's page. Null if there is no demo client. */
export async function readDemoPage(context: Context, cookieHeader: string | undefined): Promise<DemoPage | null> {
  if (findDemoClient(context) === null) return null;
  const state = await readDemoState(cookieHeader, context.settings);
  const session = findDemoSession(state.session, context.now);
  return {
    problem: state.problem ?? null,
    signedIn: session && signedIn(session, context.now),
    agent: howToConnect(context),
  };
}

function howToConnect(context: Context): DemoPage['agent'] {
  const url = findMcpScope(context)?.resource ?? null;
  return url === null ? null : { url, commands: agentCommands(url) };
}

function signedIn(session: DemoSession, now: Date): NonNullable<DemoPage['signedIn']> {
  const { claims, userInfo, refreshToken } = session;
  return {
    name: typeof userInfo.name === 'string' ? userInfo.name : claims.sub,
    claims: namedValues(claims),
    userInfo: namedValues(userInfo),
    tokens: tokenFacts(session, now),
    canRefresh: refreshToken !== null,
  };
}

function tokenFacts(session: DemoSession, now: Date): readonly NamedValue[] {
  const { accessToken, accessTokenExpiresAt, refreshToken, scope, refreshedAt } = session;
  return [
    { name: 'access token', value: accessToken.split('.').length === 3 ? 'JWT' : 'reference' },
    { name: 'expires', value: accessTokenExpiresAt === null ? 'not said' : expiry(accessTokenExpiresAt, now) },
    { name: 'scope', value: scope ?? 'as asked for' },
    { name: 'refresh token', value: refreshToken === null ? 'none' : 'received' },
    ...(refreshedAt === null ? [] : [{ name: 'refreshed', value: refreshedAt.toISOString() }]),
  ];
}

function expiry(expiresAt: Date, now: Date): string {
  const seconds = Math.round((expiresAt.getTime() - now.getTime()) / 1000);
  return seconds > 0 ? `${expiresAt.toISOString()} (in ${seconds} s)` : `${expiresAt.toISOString()} (over)`;
}

/**
 * How to connect well-known agents to an MCP server: a terminal command, or a configuration file.
 * @param url the address of the server
 */
export function agentCommands(url: string): readonly NamedValue[] {
  const server = JSON.stringify({ name, type: 'http', url });
  return [
    { name: 'Claude Code', value: `claude mcp add --transport http ${name} ${url}` },
    { name: 'Codex', value: `codex mcp add ${name} --url ${url}` },
    { name: 'Gemini CLI', value: `gemini mcp add --transport http ${name} ${url}` },
    { name: 'VS Code', value: `code --add-mcp '${server}'` },
    { name: 'Cursor', value: `~/.cursor/mcp.json  ${JSON.stringify({ mcpServers: { [name]: { url } } })}` },
    { name: 'MCP Inspector', value: 'npx @modelcontextprotocol/inspector' },
  ];
}

const name = 'signet-demo';
