import { demoMcp } from '#lib/config/demo';
import type { Context } from '#lib/context';
import { json } from '#lib/http/respond';
import type { Scope } from '#lib/scopes/scope';

/** The scope of the demonstration's MCP server. Null if there is no such server: it is for callers on this machine. */
export function findMcpScope({ snapshot, settings, isLocal }: Context): Scope | null {
  const scope = snapshot.scopes.get(demoMcp.scope);
  return isLocal && scope?.enabled && scope.resource === settings.issuer + demoMcp.path ? scope : null;
}

/** The response of its endpoints if there is no such server. */
export const noServer = json(404, { error: 'not_found' });
