import { createText } from '#lib/crypto/random';
import type { ApplicationKind } from './application-kind';

/** An id for a new client: nobody has it, and it can be told from others. */
export function randomClientId(kind: ApplicationKind): string {
  return `${kind}-${createText('abcdefghjkmnpqrstuvwxyz23456789', 10)}`;
}
