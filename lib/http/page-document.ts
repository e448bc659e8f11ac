/**
 * The parts that the framework adds for its runtime in the browser: scripts with the page's data, hints to load them
 * early, and comments that mark where components begin. React escapes `<` and `>` in every text and attribute, so none
 * of these can be content of a page.
 */
const ofTheRuntime =
  /<script\b[^>]*>.*?<\/script>|<link\b[^>]*\bas="script"[^>]*>|<link\b[^>]*\brel="modulepreload"[^>]*>|<!--.*?-->/gs;

/**
 * Turns a page of the framework into a document: the HTML without the framework's runtime in the browser, and with one
 * module of ours (decision 002).
 * @param script null if the page's policy allows none
 */
export function toDocument(html: string, script: { readonly address: string; readonly nonce: string } | null): string {
  const document = html.replace(ofTheRuntime, '');
  if (script === null) return document;
  const { address, nonce } = script;
  return document.replace('</head>', () => `<script type="module" src="${address}" nonce="${nonce}"></script></head>`);
}

/** The nonce that a policy allows for scripts. Null without one. */
export function scriptNonceOf(policy: string): string | null {
  return /(?:^|;)\s*script-src [^;]*'nonce-([\w+/=-]+)'/.exec(policy)?.[1] ?? null;
}
