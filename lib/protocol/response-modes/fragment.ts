import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';

/** OAuth 2.0 Multiple Response Types §2.1: in the fragment; registered URIs have none of their own. */
export function respondByFragment(redirectUri: string, parameters: Readonly<Record<string, string>>): HttpResponse {
  return seeOther(`${redirectUri}#${new URLSearchParams(parameters)}`);
}
