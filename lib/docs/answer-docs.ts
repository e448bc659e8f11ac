import { sha256 } from '#lib/crypto/hash';
import { namesTag } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { singleton } from '#lib/singleton';
import { openSite, type Site } from './open-site';
import { writeDocument, writeHome, writeSearch } from './write-page';

type Kept = { readonly site: Site; readonly pages: Map<string, HttpResponse | null> };

/**
 * The pages of this process that were requested, in the form in which they are sent. They do not change while it runs.
 */
export function keptFor(issuer: string): Kept {
  const kept = singleton('docs', () => new Map<string, Kept>());
  const known = kept.get(issuer);
  if (known !== undefined) return known;
  const made = { site: openSite(issuer), pages: new Map<string, HttpResponse | null>() };
  kept.set(issuer, made);
  return made;
}

/**
 * Answers with a page of the documentation, or with 304 if the browser already has it.
 * @param name the name of the page; the first one is empty
 * @returns null if there is no such page
 */
export function answerPage(name: string, { headers }: HttpRequest, issuer: string): HttpResponse | null {
  const { site, pages } = keptFor(issuer);
  if (name !== '' && !site.titles.has(name)) return null;
  let page = pages.get(name);
  if (page === undefined) {
    page = withTag(name === '' ? writeHome(site) : writeDocument(site, name));
    pages.set(name, page);
  }
  if (page === null || !namesTag(headers['if-none-match'], String(page.headers.etag))) return page;
  return { ...page, status: 304, body: '', isPacked: false };
}

/** @param searched trimmed */
export function answerSearch(searched: string, issuer: string): HttpResponse {
  return writeSearch(keptFor(issuer).site, searched);
}

/** A weak tag, because compressed responses have the same one. */
function withTag(page: HttpResponse | null): HttpResponse | null {
  return page && { ...page, headers: { ...page.headers, etag: `W/"${sha256(page.body).slice(0, 22)}"` }, isKept: true };
}
