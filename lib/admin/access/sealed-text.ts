import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { open, seal, sealingKey } from '#lib/crypto/seal';
import type { Settings } from '#lib/settings/settings';
import { readJson } from '#lib/vocabulary/json';

/** Of what is sealed, in bytes; a text that says it is more was not made here. */
const maximumBytes = 1_000_000;

type Sealing = Pick<Settings, 'secret'>;

/** Seals a value into text for an address: only this server can make and read it. @param place where it means something */
export function sealText(value: object, place: string, { secret }: Sealing): string {
  return seal(sealingKey(secret), deflateRawSync(JSON.stringify(value)), place);
}

/** @returns null for anything that was not sealed here for this place */
export function openText(text: string, place: string, { secret }: Sealing): unknown {
  try {
    const packed = open(sealingKey(secret), text, place);
    return readJson(inflateRawSync(packed, { maxOutputLength: maximumBytes }).toString());
  } catch {
    // The text is untrusted; one that does not open was not written here.
    return null;
  }
}
