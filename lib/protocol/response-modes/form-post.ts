import { formPostHtml } from '#lib/http/html';
import type { HttpResponse } from '#lib/http/types';

/** OAuth 2.0 Form Post Response Mode §2: a page of hidden inputs that submits itself. */
export function respondByFormPost(redirectUri: string, parameters: Readonly<Record<string, string>>): HttpResponse {
  return formPostHtml({ action: redirectUri, fields: Object.entries(parameters) });
}
