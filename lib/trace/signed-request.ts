import { keepValue } from '#lib/explain/kept-facts';
import { readJwt } from '#lib/vocabulary/jwt';
import type { Pair } from './parameters';
import type { ShownParameter } from './step-detail';

/**
 * Tells which key a request object names (RFC 9101 §5): public, and what an operator compares with the client's keys. That
 * of an encrypted one is not told.
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
