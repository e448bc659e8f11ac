import { z } from 'zod';

const segment = z.union([
  z.string(),
  z.tuple([
    z.string(),
    z.string(),
    z.string().regex(/^(c|oc|d|[cd]i(\(\.{1,3}\)|\(\.\.\)\(\.\.\)))$/),
    z.array(z.string()).nullable(),
  ]),
]);

/** The tree of segments a page of ours shows, as Next's own client sends it along. */
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
 * True when Next can read this value of the header `next-router-state-tree`. It answers 500 to any other; without the
 * header it sends the page whole, so a value that is refused here by mistake costs only the saving.
 */
export function isRouterState(value: string): boolean {
  try {
    return routerState.safeParse(JSON.parse(decodeURIComponent(value))).success;
  } catch {
    return false;
  }
}
