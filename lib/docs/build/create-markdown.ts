import { Marked, type Token, type Tokens } from 'marked';
import { codeBlock, escapeHtml, inlineCode } from './code-block';

export type Markdown = {
  /** Parses a document as CommonMark with GitHub's tables. */
  readonly read: (text: string) => readonly Token[];
  /** @param label the heading above, which names a table for people who cannot see it */
  readonly render: (tokens: readonly Token[], label: string) => string;
  readonly renderLine: (tokens: readonly Token[]) => string;
};

/**
 * Converts documents to HTML. HTML in a document stays text. So do bare addresses, links to files that are not pages,
 * and pictures outside public/pictures.
 * @param served the names of all pages
 */
export function createMarkdown(served: ReadonlySet<string>): Markdown {
  let tableName = '';
  const marked = new Marked({
    tokenizer: { url: () => undefined },
    renderer: {
      html: ({ text, block }) => (block ? `<p>${escapeHtml(text)}</p>\n` : escapeHtml(text)),
      image: ({ text, href }) => renderPicture(text, href),
      codespan: ({ text }) => inlineCode(text),
      code: ({ text, lang = '' }) => codeBlock(text, lang),
      link({ href, tokens }) {
        return renderLink(this.parser.parseInline(tokens), href, served);
      },
      table({ header, rows }) {
        const line = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
        return renderTable(
          tableName,
          header.map(line),
          rows.map((row) => row.map(line)),
        );
      },
    },
  });
  return {
    read: (text) => marked.lexer(text),
    render(tokens, label) {
      tableName = escapeHtml(`Table: ${label}`);
      return marked.parser([...tokens]);
    },
    renderLine: (tokens) => marked.Parser.parseInline([...tokens], marked.defaults),
  };
}

/** If there is no target page, only the text is rendered. */
function renderLink(html: string, href: string, served: ReadonlySet<string>): string {
  const target = linkTarget(href, served);
  if (target === null) return html;
  return `<a href="${escapeHtml(target)}"${target.startsWith('http') ? ' rel="noreferrer"' : ''}>${html}</a>`;
}

/** The server has the files in the folder public at its root. */
function renderPicture(alt: string, href: string): string {
  const [, address] = /^\.\.\/public(\/pictures\/[\w-]+\.png)$/.exec(href) ?? [];
  return address === undefined ? escapeHtml(alt) : `<img src="${address}" alt="${escapeHtml(alt)}" loading="lazy">`;
}

/** A column without a heading gets no header cell. */
function renderTable(name: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = head.map((cell) => (cell === '' ? '<td></td>' : `<th scope="col">${cell}</th>`)).join('');
  const lines = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  return (
    `<div class="table" role="group" tabindex="0" aria-label="${name}">` +
    `<table><thead><tr>${columns}</tr></thead><tbody>${lines}</tbody></table></div>`
  );
}

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
