import { keptFor } from './answer-docs';
import { findSections, searchLimits, splitWords } from './search';

/** The best parts of the documentation for a text, for the search of the administration. */
export function findDocuments(text: string, issuer: string) {
  if (text.length > searchLimits.characters) return [];
  const { sections, titles } = keptFor(issuer).site;
  return findSections(sections, titles, splitWords(text))
    .slice(0, shownDocuments)
    .map(({ page, id, heading }) => ({
      heading,
      title: titles.get(page) ?? page,
      href: `/docs/${page}${id === null ? '' : `#${id}`}`,
    }));
}

const shownDocuments = 5;
