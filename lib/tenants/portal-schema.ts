import { z } from 'zod';
import { entry } from '#lib/vocabulary/entry';
import { camelKeys } from '#lib/vocabulary/keys';
import { seconds } from '#lib/vocabulary/text';
import type { Portal } from './tenant';

/** The section `portal`, in the file's order of keys. */
export const portalFields = {
  session_idle_seconds: seconds(1).default(36_000),
  session_absolute_seconds: seconds(1).default(86_400),
  remember_seconds: seconds(1).default(2_592_000),
  login: z.enum(['password', 'identifier']).default('password'),
  registration: z.enum(['off', 'on']).default('off'),
  dynamic_registration: z.enum(['off', 'token', 'open']).default('off'),
  audit_retention_days: z.int().min(1).max(36_500).nullable().default(400),
};

export const portalSchema = entry(portalFields).transform(camelKeys);

/** The portal as it is while nobody has said anything about it. */
export const defaultPortal: Portal = portalSchema.parse({});
