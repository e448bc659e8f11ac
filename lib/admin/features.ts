import { auditFeature } from './audit/feature';
import type { Feature } from './feature';
import { historyFeature } from './history/feature';
import { keysFeature } from './keys/feature';
import { requestsFeature } from './requests/feature';
import { usersFeature } from './users/feature';

/** The features that stand in one folder. Search, palette and audit log read what they offer from here. */
export const features: readonly Feature[] = [keysFeature, auditFeature, historyFeature, requestsFeature, usersFeature];
