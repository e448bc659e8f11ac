import { encodedSegment } from '#lib/vocabulary/path-segment';

/** The page of the administration where a client's sign-in is tried, and where a trial ends. No other page hides it. */
export function trialPath(clientId: string): string {
  return `/admin/clients/${encodedSegment(clientId)}/try`;
}
