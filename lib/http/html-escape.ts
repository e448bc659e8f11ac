declare const markupBrand: unique symbol;

/** Markup in which every foreign value is escaped. Only the functions of this file make it. */
export type Html = { readonly markup: string; readonly [markupBrand]: true };

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // The parser would turn a bare CR into LF, and a value must come back as it was given.
  '\r': '&#13;',
  '\n': '&#10;',
};

/** Text as it may stand between tags or inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\r\n]/g, (character) => references[character] ?? '');
}

/** A template whose values are escaped unless they are `Html` themselves, so that nobody can forget to. */
export function html(strings: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  const parts = strings.map((part, index) => (index === 0 ? part : asMarkup(values[index - 1]) + part));
  return { markup: parts.join('') } as Html;
}

/** Several pieces, one after another. */
export function joinHtml(pieces: readonly Html[]): Html {
  return { markup: pieces.map((piece) => piece.markup).join('') } as Html;
}

/** Constant text of our own (a style, a script, a drawing) as it is. Never for a value that came from elsewhere. */
export function ownMarkup(text: string): Html {
  return { markup: text } as Html;
}

function asMarkup(value: string | Html | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? escapeHtml(value) : value.markup;
}
