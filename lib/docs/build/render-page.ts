import type { DocHeading, DocPage, DocSection } from '../doc-page';
import { codeBlock } from './code-block';
import { createSlugs } from './create-slugs';
import { escapeHtml, textOfHtml } from './escape-html';
import { type Block, parseBlocks } from './parse-blocks';
import { renderInline } from './render-inline';

type Rendered = { readonly page: DocPage; readonly sections: readonly DocSection[] };

/**
 * Renders a document. Its first heading is the title of the page.
 * @param served the names of all pages, for its links
 * @throws for a document that does not begin with a title
 */
export function renderPage(name: string, markdown: string, served: ReadonlySet<string>): Rendered {
  const [first, ...blocks] = parseBlocks(markdown.split(/\r?\n/));
  if (first?.kind !== 'heading' || first.depth !== 1) throw new Error(`docs/${name}.md does not begin with a title`);
  const slugOf = createSlugs();
  const inline = (text: string) => renderInline(text, served);
  const title = textOfHtml(inline(first.text));
  slugOf(title);
  const headings: DocHeading[] = [];
  const parts = inParts(blocks).map(({ heading, below }) => {
    const label = heading === null ? title : textOfHtml(inline(heading.text));
    const html = below.map((block) => renderBlock(block, label, inline)).join('');
    const text = textOfHtml(html);
    if (heading === null) return { html, section: { page: name, id: null, heading: title, text } };
    const id = slugOf(label);
    if (heading.depth === 2 || heading.depth === 3) headings.push({ id, text: label, level: heading.depth });
    const whole = `${renderHeading(heading.depth, id, inline(heading.text))}${html}`;
    return { html: whole, section: { page: name, id, heading: label, text } };
  });
  const opening = blocks.find((block) => block.kind === 'paragraph');
  const description = opening === undefined ? title : cut(textOfHtml(inline(opening.text)));
  const html = parts.map((part) => part.html).join('');
  return { page: { name, title, description, html, headings }, sections: parts.map(({ section }) => section) };
}

type Part = { readonly heading: Extract<Block, { kind: 'heading' }> | null; readonly below: readonly Block[] };

/** The blocks, divided before each heading. */
function inParts(blocks: readonly Block[]): readonly Part[] {
  const parts: { heading: Part['heading']; below: Block[] }[] = [{ heading: null, below: [] }];
  for (const block of blocks) {
    if (block.kind === 'heading') parts.push({ heading: block, below: [] });
    else parts.at(-1)?.below.push(block);
  }
  return parts;
}

/** A link to itself, unless it has links of its own. */
function renderHeading(depth: number, id: string, html: string): string {
  return `<h${depth} id="${id}">${html.includes('<a ') ? html : `<a href="#${id}">${html}</a>`}</h${depth}>`;
}

type Inline = (text: string) => string;

/** @param label the heading above, which names a table for those who cannot see it */
function renderBlock(block: Block, label: string, inline: Inline): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.depth}>${inline(block.text)}</h${block.depth}>`;
    case 'paragraph':
      return `<p>${inline(block.text)}</p>`;
    case 'code':
      return codeBlock(block.code, block.info);
    case 'table':
      return renderTable(block, label, inline);
    case 'list': {
      const tag = block.isOrdered ? 'ol' : 'ul';
      return `<${tag}>${block.items.map((item) => `<li>${renderItem(item, label, inline)}</li>`).join('')}</${tag}>`;
    }
    default:
      return block satisfies never;
  }
}

/** Its first paragraph has no element of its own, as in a list without blank lines. */
function renderItem([first, ...rest]: readonly Block[], label: string, inline: Inline): string {
  const others = rest.map((block) => renderBlock(block, label, inline)).join('');
  if (first === undefined) return '';
  return (first.kind === 'paragraph' ? inline(first.text) : renderBlock(first, label, inline)) + others;
}

/** A column without a heading has no cell that claims to be one. */
function renderTable({ head, rows }: Extract<Block, { kind: 'table' }>, label: string, inline: Inline): string {
  const name = escapeHtml(`Table: ${label}`);
  const columns = head.map((cell) => (cell === '' ? '<td></td>' : `<th scope="col">${inline(cell)}</th>`)).join('');
  const lines = rows.map((row) => `<tr>${row.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`).join('');
  return (
    `<div class="table" role="group" tabindex="0" aria-label="${name}">` +
    `<table><thead><tr>${columns}</tr></thead><tbody>${lines}</tbody></table></div>`
  );
}

const longestDescription = 200;

/** Whole sentences as far as they fit, or whole words. */
function cut(text: string): string {
  if (text.length <= longestDescription) return text;
  const start = text.slice(0, longestDescription);
  const end = start.lastIndexOf('. ');
  return end > 0 ? start.slice(0, end + 1) : `${start.slice(0, start.lastIndexOf(' '))} …`;
}
