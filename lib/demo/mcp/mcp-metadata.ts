import { demoMcp } from '#lib/config/demo';
import type { Context } from '#lib/context';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { describeResource } from '#lib/protocol/protected-resources';
import { publicDocument } from '#lib/protocol/public-document';
import { findMcpScope, noServer } from './find-mcp-scope';

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
