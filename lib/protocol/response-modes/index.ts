import type { HttpResponse } from '#lib/http/types';
import type { ResponseMode } from '#lib/interactions/authorization-request';
import type { PageFrame } from '#lib/theme/brand';
import { respondByFormPost } from './form-post';
import { respondByFragment } from './fragment';
import { respondByQuery } from './query';

export type ResponseParameters = Readonly<Record<string, string>>;

/** How the parameters of an authorization response travel to the redirect URI. Discovery announces the keys. */
export const responseModes: Readonly<
  Record<ResponseMode, (redirectUri: string, parameters: ResponseParameters, frame: PageFrame) => HttpResponse>
> = { query: respondByQuery, fragment: respondByFragment, form_post: respondByFormPost };
