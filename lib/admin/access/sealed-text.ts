import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { open, seal, sealingKey } from '#lib/crypto/seal';
import type { Settings } from '#lib/settings/settings';
import { readJson } from '#lib/vocabulary/json';

/** The maximum size of the sealed value, in bytes. A text that claims to be larger was not created here. */
const maximumBytes = 1_000_000;

type Sealing = Pick<Settings, 'secret'>;

/**
 * Seals a value as text for an address. Only this server can create and read it.
 * @param place the only place where the text is valid
 */
export function sealText(value: object, place: string, { secret }: Sealing): string {
  return seal(sealingKey(secret), deflateRawSync(JSON.stringify(value)), place);
}

/** @returns null for any text that was not sealed here for this place */
export function openText(text: string, place: string, { secret }: Sealing): unknown {
  try {
    const packed = open(sealingKey(secret), text, place);
    return readJson(inflateRawSync(packed, { maxOutputLength: maximumBytes }).toString());
  } catch {
    // The text is untrusted. If it cannot be opened, it was not created here.
    return null;
  }
}
