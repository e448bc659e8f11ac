import type { CodeRun } from '#lib/admin/clients/guides/guide';
import { highlight } from '#lib/admin/clients/guides/highlight';
import { issuerMark } from '../doc-page';

/** The addresses that stand for the installation's own in documents. */
const placeholder = /http:\/\/localhost:3000(?![\d.])|https:\/\/id\.example\.com(?![\w.-])/g;

/** Code between sentences. */
export function inlineCode(text: string): string {
  return `<code>${escapeHtml(text).replace(placeholder, issuerMark)}</code>`;
}

/**
 * A code block with syntax highlighting and a copy button.
 * @param info the text after the fence: the language, and for a file its name, or for an example its kind
 */
export function codeBlock(code: string, info: string): string {
  const [language = '', ...rest] = info.split(' ').filter(Boolean);
  const label = labelOf(language, rest);
  const file = label === rest[0] ? `<figcaption>${escapeHtml(label)}</figcaption>` : '';
  const colored = highlight(code, language).map(toSpan).join('').replace(placeholder, issuerMark);
  return `<figure>${file}<pre tabindex="0" role="group" aria-label="${escapeHtml(label)}"><code>${colored}</code></pre>${copyButton}</figure>`;
}

function labelOf(language: string, [first = '']: readonly string[]): string {
  if (/\.\w+$/.test(first)) return first;
  if (first === 'answer') return 'Answer';
  return /^(sh|shell|bash)$/.test(language) ? 'Commands' : 'Code';
}

const copyButton =
  '<button type="button" class="button button-small button-quiet noscript:hidden" aria-label="Copy the code" data-copy data-copied="Copied"><span aria-live="polite">Copy</span></button>';

/** The scopes of highlight.js that have a color. app/docs.css has the same ones. */
const colors: Readonly<Record<string, string>> = {
  comment: 'c',
  quote: 'c',
  meta: 'c',
  string: 's',
  regexp: 's',
  number: 'n',
  literal: 'n',
  keyword: 'k',
  tag: 'k',
};

function toSpan({ text, kind }: CodeRun): string {
  const color = kind === null ? undefined : colors[kind];
  return color === undefined ? escapeHtml(text) : `<span class="${color}">${escapeHtml(text)}</span>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for an element or for an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** The text of rendered Markdown, without tags and with single spaces between words. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<button\b.*?<\/button>|<figcaption\b.*?<\/figcaption>/gs, ' ')
    .replace(/<\/?(a|code|em|strong|span)\b[^<>]*>/g, '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
