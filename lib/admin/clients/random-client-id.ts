import { createText } from '#lib/crypto/random';
import type { ApplicationKind } from './application-kind';

/** An ID for a new client: unique, and easy to distinguish from others. */
export function randomClientId(kind: ApplicationKind): string {
  return `${kind}-${createText('abcdefghjkmnpqrstuvwxyz23456789', 10)}`;
}
