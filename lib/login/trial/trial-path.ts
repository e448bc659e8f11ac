/**
 * The page of the administration where a trial of a client's sign-in starts and ends.
 * @param trial the handle of a finished one, whose result to show
 */
export function trialPath(clientId: string, trial?: string): string {
  const query = new URLSearchParams({ client: clientId, ...(trial !== undefined && { trial }) });
  return `/admin/debug/simulator?${query}`;
}
