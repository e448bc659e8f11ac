import type { DocPage, DocSection } from '../doc-page';
import { createMarkdown } from './create-markdown';
import { renderPage } from './render-page';

type BuiltDocs = { readonly pages: readonly DocPage[]; readonly sections: readonly DocSection[] };

/**
 * Renders all documents.
 * @param files the text of each file in docs, by its name without `.md`
 */
export function buildDocs(files: Readonly<Record<string, string>>): BuiltDocs {
  const markdown = createMarkdown(new Set(Object.keys(files)));
  const rendered = Object.entries(files).map(([name, text]) => renderPage(name, text, markdown));
  return { pages: rendered.map(({ page }) => page), sections: rendered.flatMap(({ sections }) => sections) };
}
