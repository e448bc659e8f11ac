import { formPostHtml } from '#lib/http/html';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import type { PlainMode } from '#lib/interactions/authorization-request';
import type { PageFrame } from '#lib/theme/brand';

export type ResponseParameters = Readonly<Record<string, string>>;

/** The ways to send the parameters of an authorization response to the redirect URI. */
export const responseModeWriters: Readonly<
  Record<PlainMode, (redirectUri: string, parameters: ResponseParameters, frame: PageFrame) => HttpResponse>
> = { query: respondByQuery, fragment: respondByFragment, form_post: respondByFormPost };

/** OAuth 2.0 Multiple Response Types §2.1: appended to the registered URI, whose own query stays unchanged. */
function respondByQuery(redirectUri: string, parameters: Readonly<Record<string, string>>): HttpResponse {
  const separator = redirectUri.includes('?') ? '&' : '?';
  return seeOther(redirectUri + separator + new URLSearchParams(parameters));
}

/** OAuth 2.0 Multiple Response Types §2.1: in the fragment; registered URIs have none of their own. */
function respondByFragment(redirectUri: string, parameters: Readonly<Record<string, string>>): HttpResponse {
  return seeOther(`${redirectUri}#${new URLSearchParams(parameters)}`);
}

/** OAuth 2.0 Form Post Response Mode §2: a page of hidden inputs that submits itself. */
function respondByFormPost(
  redirectUri: string,
  parameters: Readonly<Record<string, string>>,
  frame: PageFrame,
): HttpResponse {
  return formPostHtml({ action: redirectUri, fields: Object.entries(parameters), frame });
}
