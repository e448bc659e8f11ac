import { hasHiddenCharacter, hasHiddenCharacterInName } from '#lib/vocabulary/hidden-characters';

/** The sender of a mail: the address, and the name that mail programs show. */
export type Mailbox = { readonly name: string | null; readonly address: string };

const maximumName = 100;
const withName = /^"?([^"<>\r\n]*)(?:"\s*)?<([^<>]*)>$/;

/** RFC 5321 §4.1.2: dot-atoms. A quoted local part is not accepted, because such addresses are not used. */
const form = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,255}$/;

/**
 * Whether an address can receive mail. It contains no character that ends a header or an SMTP command, or that
 * separates a list of addresses.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && form.test(text) && !hasHiddenCharacter(text) && !/\.\.|^\.|\.@|@\.|\.$/.test(text);
}

/** Reads `address`, `<address>` or `Name <address>` (RFC 5322 §3.4). Null for anything else. */
export function readMailbox(text: string): Mailbox | null {
  const [, name = '', address = text.trim()] = withName.exec(text.trim()) ?? [];
  const shown = name.trim();
  if (!isMailAddress(address) || shown.length > maximumName || hasHiddenCharacterInName(shown)) return null;
  return { name: shown === '' ? null : shown, address };
}

/** The form that readMailbox() reads. */
export function formatMailbox({ name, address }: Mailbox): string {
  return name === null ? address : `${name} <${address}>`;
}
