import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';

/** OAuth 2.0 Multiple Response Types §2.1: appended to the registered URI, whose own query stays as it is. */
export function respondByQuery(redirectUri: string, parameters: Readonly<Record<string, string>>): HttpResponse {
  const separator = redirectUri.includes('?') ? '&' : '?';
  return seeOther(redirectUri + separator + new URLSearchParams(parameters));
}
