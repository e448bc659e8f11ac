import type { Check } from './check';
import { currentChecks } from './current-checks';
import { listDismissals } from './dismissal-store';
import { type SplitChecks, splitDismissed } from './split-dismissed';

type Looking = Parameters<typeof currentChecks>[0];

/** The present findings, split into open and dismissed ones. A dismissal counts immediately. */
export async function splitChecks(looking: Looking): Promise<SplitChecks> {
  return splitDismissed(await currentChecks(looking), await listDismissals(looking.db, looking.now));
}

/** The present findings that are not dismissed. */
export async function openChecks(looking: Looking): Promise<readonly Check[]> {
  return (await splitChecks(looking)).open;
}
