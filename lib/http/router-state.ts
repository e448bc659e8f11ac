import { z } from 'zod';
import { incomingJson, readJson } from '#lib/vocabulary/json';

const segment = z.union([
  z.string(),
  z.tuple([
    z.string(),
    z.string(),
    z.string().regex(/^(c|oc|d|[cd]i(\(\.{1,3}\)|\(\.\.\)\(\.\.\)))$/),
    z.array(z.string()).nullable(),
  ]),
]);

/** Each segment takes two levels. The value is not stored. */
const limits = { ...incomingJson, depth: 64 };

/** The tree of segments of one of our pages, as Next's client sends it. */
const routerState: z.ZodType = z.tuple([
  segment,
  z.record(
    z.string(),
    z.lazy(() => routerState),
  ),
  z.tuple([z.string(), z.string()]).nullish(),
  z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullish(),
  z.number().nullish(),
  z.string().optional(),
]);

/**
 * Whether Next can read this value of the header `next-router-state-tree`. It answers 500 to any other value. Without
 * the header it sends the whole page, so a value that is wrongly refused costs little.
 */
export function isRouterState(value: string): boolean {
  try {
    return routerState.safeParse(readJson(decodeURIComponent(value), limits)).success;
  } catch {
    return false;
  }
}
