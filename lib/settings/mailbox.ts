import { hasHiddenCharacter, hasHiddenCharacterInName } from '#lib/vocabulary/hidden-characters';

/** Who a mail is from: the address, and the name that mail programs show. */
export type Mailbox = { readonly name: string | null; readonly address: string };

const maximumName = 100;
const withName = /^"?([^"<>\r\n]*?)"?\s*<([^<>]*)>$/;

/** RFC 5321 §4.1.2: dot-atoms. A quoted local part is not accepted, because such addresses are not used. */
const form = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,255}$/;

/**
 * True for an address that a mail can go to. It has no character that ends a header or an SMTP command, or that divides
 * a list of addresses.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && form.test(text) && !hasHiddenCharacter(text) && !/\.\.|^\.|\.@|@\.|\.$/.test(text);
}

/** Reads `address`, `<address>` or `Name <address>` (RFC 5322 §3.4); null for anything else. */
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
