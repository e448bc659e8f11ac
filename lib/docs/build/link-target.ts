/**
 * Where a link of a document leads on the site.
 * @param href the link in the document, relative to the folder of documents
 * @param served the names of the pages
 * @returns null for a file that is not on the site, such as a decision record. Its text stays
 */
export function linkTarget(href: string, served: ReadonlySet<string>): string | null {
  if (/^(https?:\/\/|mailto:|#)/.test(href)) return href;
  const [, name = '', anchor = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? [];
  return served.has(name) ? `/docs/${name}${anchor}` : null;
}
