import type { HttpResponse } from '#lib/http/types';

/**
 * A public answer without the reference of its explanation record. If two refusals must look the same, only the
 * reference may differ.
 */
export function withoutReference(text: string): string {
  return text.replace(/(?: \(r|R)eference [0-9A-HJKMNP-TV-Z]{10}\)?|(?<=data-copy=")[0-9A-HJKMNP-TV-Z]{10}(?=")/g, '');
}

/** The JSON body of a refusal, without the reference. */
export function refusalOf(response: HttpResponse): Record<string, unknown> {
  return JSON.parse(withoutReference(response.body));
}

/**
 * The reference of an answer: in a JSON body, a challenge, a redirect or a page.
 * @throws if it has none
 */
export function referenceIn(response: HttpResponse): string {
  const { location, 'www-authenticate': challenge } = response.headers;
  const text = `${response.body} ${challenge} ${String(location).replaceAll('+', ' ')}`;
  const reference = /[Rr]eference(?:\s|<[^>]*>)+([0-9A-HJKMNP-TV-Z]{10})\b/.exec(text)?.[1];
  if (reference === undefined) throw new Error(`no reference in ${text.slice(0, 1000)}`);
  return reference;
}
