import type { Check } from './check';
import { currentChecks } from './current-checks';
import { listDismissals } from './dismissal-store';
import { type SplitChecks, splitDismissed } from './split-dismissed';

type Looking = Parameters<typeof currentChecks>[0];

/** What the checks find at present, and what of it was dismissed: a dismissal counts at once. */
export async function splitChecks(looking: Looking): Promise<SplitChecks> {
  return splitDismissed(await currentChecks(looking), await listDismissals(looking.db, looking.now));
}

/** What the checks find at present and nobody dismissed. */
export async function openChecks(looking: Looking): Promise<readonly Check[]> {
  return (await splitChecks(looking)).open;
}
