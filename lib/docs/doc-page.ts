/** A page of the documentation, rendered from its file. `html` contains `issuerMark` instead of the issuer. */
export type DocPage = {
  /** The name of its file in docs, without `.md`. It is the last part of its address. */
  readonly name: string;
  readonly title: string;
  /** Its first sentences, as plain text. */
  readonly description: string;
  /** Everything below its title. */
  readonly html: string;
  readonly headings: readonly DocHeading[];
};

/** A heading that the page's table of contents lists. */
export type DocHeading = { readonly id: string; readonly text: string; readonly level: 2 | 3 };

/** A result of the search: a heading with the text below it, as plain text. */
export type DocSection = {
  readonly page: string;
  /** Null for the beginning of the page. */
  readonly id: string | null;
  readonly heading: string;
  readonly text: string;
};

/** A placeholder for the issuer in examples. No text contains this character of the private use area. */
export const issuerMark = '\uE000';

/**
 * Inserts the installation's own address into examples.
 * @param html HTML of a page, or text
 */
export function withIssuer(html: string, issuer: string): string {
  return html.replaceAll(issuerMark, issuer);
}
