import { demoMcp } from '#lib/config/demo';
import type { Context } from '#lib/context';
import { json, noStore } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { readLiveToken } from '#lib/protocol/access-token';
import { readPresentedToken } from '#lib/protocol/bearer-token';
import { checkPossession } from '#lib/protocol/dpop/check-possession';
import { withDpopNonce } from '#lib/protocol/dpop/with-nonce';
import { noteTokenUse } from '#lib/protocol/note-token-use';
import { insufficientScope, invalidToken, isOAuthError } from '#lib/protocol/oauth-error';
import { withResourceMetadata } from '#lib/protocol/protected-resources';
import { refuseToken } from '#lib/protocol/refuse-token';
import { answerMessage, type Caller } from './answer-message';
import { findMcpScope, noServer } from './find-mcp-scope';

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
    const token = await readLiveToken(presented.value, context);
    if (token === null) throw invalidToken('token_invalid');
    await checkPossession(token, presented, request, context);
    const { clientId, client, claims, scope } = token;
    if (!scope.includes(demoMcp.scope)) throw insufficientScope('demo_scope_needed', { clientId });
    noteTokenUse(token, [demoMcp.scope], context);
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
