import type { Token, Tokens } from 'marked';
import type { DocHeading, DocPage, DocSection } from '../doc-page';
import { textOfHtml } from './code-block';
import { createMarkdown, type Markdown } from './create-markdown';

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

type Rendered = { readonly page: DocPage; readonly sections: readonly DocSection[] };

/**
 * Renders a document. Its first heading is the title of the page.
 * @throws if a document does not begin with a title
 */
export function renderPage(name: string, text: string, markdown: Markdown): Rendered {
  const [first, ...tokens] = markdown.read(text).filter(({ type }) => type !== 'space');
  if (!isHeading(first) || first.depth !== 1) throw new Error(`docs/${name}.md does not begin with a title`);
  const wordsOf = (line: readonly Token[]) => textOfHtml(markdown.renderLine(line));
  const slugOf = createSlugs();
  const title = wordsOf(first.tokens);
  slugOf(title);
  const headings: DocHeading[] = [];
  const parts = inParts(tokens).map(({ heading, below }) => {
    const label = heading === null ? title : wordsOf(heading.tokens);
    const html = markdown.render(below, label);
    if (heading === null) return { html, section: { page: name, id: null, heading: title, text: textOfHtml(html) } };
    const id = slugOf(label);
    if (heading.depth === 2 || heading.depth === 3) headings.push({ id, text: label, level: heading.depth });
    const whole = renderHeading(heading.depth, id, markdown.renderLine(heading.tokens)) + html;
    return { html: whole, section: { page: name, id, heading: label, text: textOfHtml(html) } };
  });
  const opening = tokens.find(({ type }) => type === 'paragraph');
  const description = opening === undefined ? title : cut(textOfHtml(markdown.render([opening], title)));
  const html = parts.map((part) => part.html).join('');
  return { page: { name, title, description, html, headings }, sections: parts.map(({ section }) => section) };
}

function isHeading(token: Token | undefined): token is Tokens.Heading {
  return token?.type === 'heading';
}

type Part = { readonly heading: Tokens.Heading | null; readonly below: readonly Token[] };

/** The blocks, split before each heading. */
function inParts(tokens: readonly Token[]): readonly Part[] {
  const parts: { heading: Tokens.Heading | null; below: Token[] }[] = [{ heading: null, below: [] }];
  for (const token of tokens) {
    if (isHeading(token)) parts.push({ heading: token, below: [] });
    else parts.at(-1)?.below.push(token);
  }
  return parts;
}

/** A heading that links to itself, unless it contains links. */
function renderHeading(depth: number, id: string, html: string): string {
  return `<h${depth} id="${id}">${html.includes('<a ') ? html : `<a href="#${id}">${html}</a>`}</h${depth}>`;
}

const longestDescription = 200;

/** As many whole sentences as fit, or otherwise whole words. */
function cut(text: string): string {
  if (text.length <= longestDescription) return text;
  const start = text.slice(0, longestDescription);
  const end = start.lastIndexOf('. ');
  return end > 0 ? start.slice(0, end + 1) : `${start.slice(0, start.lastIndexOf(' '))} …`;
}

/**
 * Creates the anchors of a document's headings as GitHub does, so that a link works in both places: lower case, without
 * punctuation, with hyphens for spaces, and a number if the name already exists.
 */
export function createSlugs(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}
