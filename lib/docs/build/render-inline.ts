import { inlineCode } from './code-block';
import { escapeHtml } from './escape-html';
import { linkTarget } from './link-target';

/** Code, an escaped character, a picture, a link, and what is strong or stressed: in this order, at each place. */
const pattern =
  /(?<ticks>`+)(?<code>.+?)\k<ticks>(?!`)|\\(?<escaped>[!-/:-@[-`{-~])|!\[(?<alt>[^\]]*)\]\([^)]*\)|\[(?<words>(?:`[^`]*`|[^\]`])*)\]\((?<href>[^)\s]*)\)|\*\*(?<strong>(?=\S).+?)\*\*|\*(?<stressed>(?=[^\s*]).+?)\*/gs;

/** Renders the Markdown inside of a line. @param served the names of all pages, for its links */
export function renderInline(text: string, served: ReadonlySet<string>): string {
  let html = '';
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    html += escapeHtml(text.slice(end, found.index)) + renderMark(found.groups ?? {}, served);
    end = found.index + found[0].length;
  }
  return html + escapeHtml(text.slice(end));
}

function renderMark(found: Readonly<Record<string, string | undefined>>, served: ReadonlySet<string>): string {
  const { code, escaped, alt, words, href, strong, stressed } = found;
  if (code !== undefined) return inlineCode(/^ .*\S.* $/s.test(code) ? code.slice(1, -1) : code);
  if (words !== undefined && href !== undefined) return renderLink(renderInline(words, served), href, served);
  if (strong !== undefined) return `<strong>${renderInline(strong, served)}</strong>`;
  if (stressed !== undefined) return `<em>${renderInline(stressed, served)}</em>`;
  return escapeHtml(escaped ?? alt ?? '');
}

/** Without a page to lead to, its words alone. */
function renderLink(html: string, href: string, served: ReadonlySet<string>): string {
  const target = linkTarget(href, served);
  if (target === null) return html;
  return `<a href="${escapeHtml(target)}"${target.startsWith('http') ? ' rel="noreferrer"' : ''}>${html}</a>`;
}
