import { keepValue } from '#lib/explain/kept-facts';
import { readJwt } from '#lib/vocabulary/jwt';
import type { Pair } from './parameters';
import type { ShownParameter } from './step-detail';

/**
 * Shows which key a request object names (RFC 9101 §5). It is public, and an operator compares it with the client's
 * keys. For an encrypted request object, nothing is shown.
 */
export function signedRequestOf(received: readonly Pair[]): readonly ShownParameter[] {
  const text = received.find(([name]) => name === 'request')?.[1];
  if (text === undefined) return [];
  return [{ name: 'signed request', value: keyOf(text) }];
}

function keyOf(text: string): string | null {
  try {
    const { kid } = readJwt(text).header;
    return typeof kid === 'string' ? `key ${keepValue(kid, 100)}` : 'key not named';
  } catch {
    return null;
  }
}
