import { isIPv4, isIPv6 } from 'node:net';

/** One text for each address, so that equal texts mean equal bytes; null for anything but an address. */
export function canonicalIp(text: string): string | null {
  if (isIPv4(text)) return text;
  return isIPv6(text) && !text.includes('%') ? new URL(`http://[${text}]`).hostname : null;
}
