import { agentFields, wireAgents } from '#lib/tenants/agent-keys';
import { defaultPortal, portalFields } from '#lib/tenants/portal-schema';
import type { Portal } from '#lib/tenants/tenant';
import { type Wire, wireEntry } from '#lib/vocabulary/wire-entry';
import { defaultsOf, withoutDefaults } from './defaults';
import { type Change, diffWire } from './diff';

/** The portal's settings in the vocabulary of a configuration file. */
export function wirePortal(portal: Portal): Wire {
  return wireEntry(portalFields, portal, { agents: wireAgents(portal.agents) });
}

/** The same without what has its default, as an export writes it. */
export function exportPortal(portal: Portal): Wire {
  const agents = defaultsOf(agentFields, {});
  return withoutDefaults(wirePortal(portal), defaultsOf(portalFields, { agents }), { agents });
}

/** Compares the portal's settings with what they shall be; `write` is null when they are so already. */
export function planPortal(
  stored: Portal,
  { portal, isPruned }: { readonly portal: Portal | undefined; readonly isPruned: boolean },
): { readonly write: Portal | null; readonly changes: readonly Change[] } {
  const desired = portal ?? (isPruned ? defaultPortal : stored);
  const [before, after] = [wirePortal(stored), wirePortal(desired)];
  const values = diffWire(before, after);
  if (values.length === 0) return { write: null, changes: [] };
  return { write: desired, changes: [{ kind: 'update', section: 'portal', key: '', values, before, after }] };
}
