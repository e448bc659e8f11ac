import { messageRules } from '#lib/clients/security-profile/message-rules';
import type { KeyAlg } from '#lib/keys/algorithms';
import { agentFields, linksFields, portalFields, themeFields, wireGroups } from '#lib/tenants/portal-schema';
import type { Portal } from '#lib/tenants/schema';
import type { ContrastRepair } from '#lib/theme/contrast-repairs';
import { type Wire, wireEntry } from '#lib/vocabulary/wire-entry';
import { type Change, diffWire } from './diff';
import { defaultsOf, withoutDefaults } from './section';

/** The settings of the portal as in a configuration file. */
export function wirePortal(portal: Portal): Wire {
  return wireEntry(portalFields, portal, wireGroups(portal));
}

/** The portal as an export contains it, without keys that have their default. */
export function exportPortal(portal: Portal): Wire {
  const groups = {
    theme: defaultsOf(themeFields, {}),
    links: defaultsOf(linksFields, {}),
    agents: defaultsOf(agentFields, {}),
  };
  return withoutDefaults(wirePortal(portal), defaultsOf(portalFields, groups), groups);
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

/** Says how colors are shown that nobody could read or see. @param owner the portal, or a tenant */
export function repairWarnings(owner: string, repairs: readonly ContrastRepair[]): string[] {
  return repairs.map(({ look, key, use, ratio, needed, instead }) => {
    const place = `theme.${key} of ${owner} has a contrast of ${ratio}:1 on ${look} pages`;
    return use === 'border'
      ? `${place}; buttons need ${needed}:1, so they get a border of ${instead}`
      : `${place}; ${use === 'text' ? 'text' : 'text on it'} needs ${needed}:1, so pages show ${instead}`;
  });
}
