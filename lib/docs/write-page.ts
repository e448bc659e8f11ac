import { DocsShell } from '#components/docs/docs-shell';
import { DocumentView } from '#components/docs/document-view';
import { HomeView } from '#components/docs/home-view';
import { ReferenceView } from '#components/docs/reference-view';
import { DocSearchView } from '#components/docs/search-view';
import { scriptAddresses } from '#lib/http/generated/page-scripts';
import { publicHtml } from '#lib/http/html';
import type { HttpResponse } from '#lib/http/types';
import { referenceName } from './contents';
import { docsStyle } from './generated/docs';
import type { Site, SiteEntry } from './open-site';
import { findSections, searchLimits, splitWords, suggestWords } from './search';

/** The input of a page's frame, other than its content. */
type Written = Omit<Parameters<typeof DocsShell>[0], 'groups'>;

function write(site: Site, page: Written, status = 200): HttpResponse {
  const children = DocsShell({ groups: site.groups, ...page });
  return publicHtml({ status, children, style: docsStyle, script: scriptAddresses.docs });
}

/** The page that lists the others. */
export function writeHome(site: Site): HttpResponse {
  return write(site, {
    current: null,
    title: 'Documentation',
    description: 'How to sign in, run this server, and connect apps to it.',
    address: `${site.issuer}/docs`,
    children: HomeView({ groups: site.groups }),
  });
}

/**
 * @param name the name of a document or a page of the reference
 * @returns null if there is none
 */
export function writeDocument(site: Site, name: string): HttpResponse | null {
  const document = site.documents.get(name);
  const reference = site.reference.get(name);
  const page = document ?? reference;
  if (page === undefined) return null;
  const entries = inOrder(site);
  const index = entries.findIndex((entry) => entry.name === name);
  const around = { previous: entries[index - 1] ?? null, next: entries[index + 1] ?? null };
  const tags = entries.filter((entry) => entry.name !== referenceName && site.reference.has(entry.name));
  const children =
    document !== undefined
      ? DocumentView({ page: document, ...around })
      : reference !== undefined
        ? ReferenceView({ page: reference, tags: name === referenceName ? tags : [], ...around })
        : null;
  const { title, description } = page;
  return write(site, {
    current: name,
    title: reference === undefined || name === referenceName ? title : `${title} · Admin API`,
    description,
    address: `${site.issuer}/docs/${name}`,
    ...(reference !== undefined && { below: { name: referenceName, entries: tags } }),
    children,
  });
}

/** All pages in the order of the navigation. Those of the reference come after their list. */
function inOrder({ groups, reference }: Site): readonly SiteEntry[] {
  return groups.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.name === referenceName ? [...reference.values()] : [entry])),
  );
}

/**
 * The page with the results of a search.
 * @param searched as it was typed, trimmed
 */
export function writeSearch(site: Site, searched: string): HttpResponse {
  const isTooLong = searched.length > searchLimits.characters;
  const words = isTooLong ? [] : splitWords(searched);
  const hits = findSections(site.sections, site.titles, words);
  const suggestions = hits.length === 0 ? suggestWords(site.sections, words) : [];
  const shown = isTooLong ? searched.slice(0, searchLimits.characters) : searched;
  return write(
    site,
    {
      current: null,
      title: 'Search',
      description: 'Search the documentation.',
      address: `${site.issuer}/docs`,
      searched: shown,
      children: DocSearchView({ searched: shown, isTooLong, hits, titles: site.titles, suggestions }),
    },
    isTooLong ? 400 : 200,
  );
}
