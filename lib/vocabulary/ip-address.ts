import { isIPv4, isIPv6 } from 'node:net';

/** A unique text for each address, so that equal texts mean equal bytes. Null for anything except an address. */
export function canonicalIp(text: string): string | null {
  if (isIPv4(text)) return text;
  return isIPv6(text) && !text.includes('%') ? new URL(`http://[${text}]`).hostname : null;
}
