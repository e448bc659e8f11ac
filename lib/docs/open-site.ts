import { contents, isSearched, referenceName } from './contents';
import { type DocPage, type DocSection, withIssuer } from './doc-page';
import { sections as documentSections, pages as documents } from './generated/docs';
import { readReference, referenceSections } from './reference/read-reference';
import type { ReferencePage } from './reference/reference-page';

/** An entry of the navigation. */
export type SiteEntry = { readonly name: string; readonly title: string; readonly description: string };

export type SiteGroup = { readonly title: string; readonly entries: readonly SiteEntry[] };

/** The documentation of one installation. */
export type Site = {
  readonly issuer: string;
  readonly groups: readonly SiteGroup[];
  readonly documents: ReadonlyMap<string, DocPage>;
  /** The pages of the admin API by name: the list of its tags, and a page for each tag. */
  readonly reference: ReadonlyMap<string, ReferencePage>;
  readonly sections: readonly DocSection[];
  /** By the name of the page. */
  readonly titles: ReadonlyMap<string, string>;
};

/** @param issuer the issuer in the examples */
export function openSite(issuer: string): Site {
  const pages = documents.map((page) => ({ ...page, html: withIssuer(page.html, issuer) }));
  const reference = readReference(issuer);
  const sections = documentSections
    .filter(({ page }) => isSearched(page))
    .map((section) => ({ ...section, text: withIssuer(section.text, issuer) }));
  const everything = [...pages, ...reference];
  const find = (name: string) => everything.filter((page) => page.name === name);
  const entriesOf = (name: string) => (name === referenceName ? reference.slice(0, 1) : find(name)).map(toEntry);
  return {
    issuer,
    groups: contents.map((group) => ({ title: group.title, entries: group.pages.flatMap(entriesOf) })),
    documents: new Map(pages.map((page) => [page.name, page])),
    reference: new Map(reference.map((page) => [page.name, page])),
    sections: [...sections, ...referenceSections(reference)],
    titles: new Map(everything.map(({ name, title }) => [name, title])),
  };
}

const toEntry = ({ name, title, description }: SiteEntry): SiteEntry => ({ name, title, description });
