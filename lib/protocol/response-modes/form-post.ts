import { formPostHtml } from '#lib/http/html';
import type { HttpResponse } from '#lib/http/types';
import type { PageFrame } from '#lib/theme/brand';

/** OAuth 2.0 Form Post Response Mode §2: a page of hidden inputs that submits itself. */
export function respondByFormPost(
  redirectUri: string,
  parameters: Readonly<Record<string, string>>,
  frame: PageFrame,
): HttpResponse {
  return formPostHtml({ action: redirectUri, fields: Object.entries(parameters), frame });
}
