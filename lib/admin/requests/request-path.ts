export const requestsPath = '/admin/debug/requests';

/** The page of a refused request. */
export function requestPath(reference: string): string {
  return `${requestsPath}/${reference}`;
}
