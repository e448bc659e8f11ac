import { messageRules } from '#lib/clients/security-profile/message-rules';
import type { KeyAlg } from '#lib/keys/algorithms';
import { agentFields, portalFields, wireAgents } from '#lib/tenants/portal-schema';
import type { Portal } from '#lib/tenants/schema';
import { type Wire, wireEntry } from '#lib/vocabulary/wire-entry';
import { type Change, diffWire } from './diff';
import { defaultsOf, withoutDefaults } from './section';

/** The settings of the portal as in a configuration file. */
export function wirePortal(portal: Portal): Wire {
  return wireEntry(portalFields, portal, { agents: wireAgents(portal.agents) });
}

/** The portal as an export contains it, without keys that have their default. */
export function exportPortal(portal: Portal): Wire {
  const agents = defaultsOf(agentFields, {});
  return withoutDefaults(wirePortal(portal), defaultsOf(portalFields, { agents }), { agents });
}

type PortalPlan = {
  /** Null if nothing changes. */
  readonly write: Portal | null;
  readonly changes: readonly Change[];
  readonly newAlgs: readonly KeyAlg[];
};

const unchanged: PortalPlan = { write: null, changes: [], newAlgs: [] };

/**
 * Compares the stored settings with the desired ones.
 * @param desired undefined changes nothing
 * @param written the keys that the file contains
 */
export function planPortal(stored: Portal, desired: Portal | undefined, written: readonly string[]): PortalPlan {
  if (desired === undefined) return unchanged;
  const [before, after] = [wirePortal(stored), wirePortal(desired)];
  const values = diffWire(before, after);
  if (values.length === 0) return unchanged;
  const resets = values.map(({ key }) => key).filter((key) => !written.includes(key));
  const { securityProfile: profile } = desired;
  return {
    write: stored.newer === undefined ? desired : { ...desired, newer: stored.newer },
    changes: [{ kind: 'update', section: 'portal', key: '', values, resets, before, after }],
    // The profile can change the algorithm of clients that are not in the file.
    newAlgs: profile === 'none' ? [] : [messageRules[profile].usualAlg],
  };
}
