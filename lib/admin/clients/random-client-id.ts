import { createText } from '#lib/crypto/random';
import type { ApplicationKind } from './application-kind';

/** A unique ID for a new client that is easy to distinguish from others. */
export function randomClientId(kind: ApplicationKind): string {
  return `${kind}-${createText('abcdefghjkmnpqrstuvwxyz23456789', 10)}`;
}
