import type { Context } from '#lib/context';
import { parseParameters } from '#lib/http/form';
import { noPage } from '#lib/http/html';
import type { HttpRequest, HttpResponse } from '#lib/http/types';

/** GET /docs: the first page, or the results of a search for `q`. */
export async function handleDocs(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const { docs, issuer } = context.settings;
  if (!docs) return noPage(context);
  const { answerPage, answerSearch } = await import('./answer-docs');
  const searched = parseParameters(request.query)?.values.get('q')?.trim();
  if (searched !== undefined) return answerSearch(searched, issuer);
  return answerPage('', request, issuer) ?? noPage(context);
}

/** GET /docs/NAME: a document, or a page of the reference. */
export async function handleDocument(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const { docs, issuer } = context.settings;
  if (!docs) return noPage(context);
  const { answerPage } = await import('./answer-docs');
  return answerPage(request.path.slice('/docs/'.length), request, issuer) ?? noPage(context);
}
