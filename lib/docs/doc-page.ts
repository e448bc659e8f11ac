/** A page of the documentation, as it was rendered from its file. Where `html` shows the issuer it has `issuerMark`. */
export type DocPage = {
  /** The name of its file in docs, without `.md`: the last part of its address. */
  readonly name: string;
  readonly title: string;
  /** Its first sentences, as plain text. */
  readonly description: string;
  /** Everything below its title. */
  readonly html: string;
  readonly headings: readonly DocHeading[];
};

/** A heading of a page that its table of contents lists. */
export type DocHeading = { readonly id: string; readonly text: string; readonly level: 2 | 3 };

/** A result of the search: a heading with the text below it, as plain text. */
export type DocSection = {
  readonly page: string;
  /** Null: the beginning of the page. */
  readonly id: string | null;
  readonly heading: string;
  readonly text: string;
};

/** A placeholder for the issuer in examples. No text has this character of the private use area. */
export const issuerMark = '\uE000';

/** Puts the installation's own address where examples name one. @param html of a page, or text */
export function withIssuer(html: string, issuer: string): string {
  return html.replaceAll(issuerMark, issuer);
}
