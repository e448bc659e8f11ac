import { apisFeature } from './apis/feature';
import { auditFeature } from './audit/feature';
import { clientsFeature } from './clients/feature';
import type { Feature } from './feature';
import { groupsFeature } from './groups/feature';
import { historyFeature } from './history/feature';
import { keysFeature } from './keys/feature';
import { providersFeature } from './providers/feature';
import { requestsFeature } from './requests/feature';
import { scopesFeature } from './scopes/feature';
import { settingsFeature } from './settings/feature';
import { tenantsFeature } from './tenants/feature';
import { usersFeature } from './users/feature';

/** The features that stand in one folder. Search, palette and audit log read what they offer from here. */
export const features: readonly Feature[] = [
  clientsFeature,
  usersFeature,
  groupsFeature,
  apisFeature,
  scopesFeature,
  providersFeature,
  tenantsFeature,
  keysFeature,
  settingsFeature,
  auditFeature,
  historyFeature,
  requestsFeature,
];
