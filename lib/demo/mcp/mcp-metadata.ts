import { demoMcp } from '#lib/config/demo';
import type { Context } from '#lib/context';
import { json } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { describeResource } from '#lib/protocol/protected-resources';
import { publicDocument } from '#lib/protocol/public-document';
import type { Scope } from '#lib/scopes/scope';

const { handler: metadata } = publicDocument('demo-mcp-resource', (context) => ({
  ...describeResource(demoMcp.path, context),
  resource_name: 'Demo MCP server',
  scopes_supported: [demoMcp.scope],
  bearer_methods_supported: ['header'],
}));

/** The metadata of the demonstration's MCP server (RFC 9728 §2). */
export async function handleMcpMetadata(request: HttpRequest, context: Context): Promise<HttpResponse> {
  return findMcpScope(context) === null ? noServer : metadata(request, context);
}

/** The scope of the demonstration's MCP server. Null if there is no such server: it is for callers on this machine. */
export function findMcpScope({ snapshot, settings, isLocal }: Context): Scope | null {
  const scope = snapshot.scopes.get(demoMcp.scope);
  return isLocal && scope?.enabled && scope.resource === settings.issuer + demoMcp.path ? scope : null;
}

/** The response of its endpoints if there is no such server. */
export const noServer = json(404, { error: 'not_found' });
