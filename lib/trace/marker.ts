import { keyedDigest, keyedDigests, type MasterSecret } from '#lib/crypto/master-secret';

/** 72 bits, so a collision among the steps of a few traces is unlikely. */
const markLength = 12;
const purpose = 'trace-mark';

/** Creates marks, which identify values without revealing them. */
export type Marker = {
  /** The mark of a value that the page shows. */
  readonly shown: (value: string) => string;
  /** The marks of a value under every known secret. Steps with a common mark belong together. */
  readonly all: (value: string) => string[];
};

/** The marks are keyed, because a code that a person types could be guessed. */
export function createMarker(secret: MasterSecret): Marker {
  return {
    shown: (value) => keyedDigest(secret, purpose, value).slice(0, markLength),
    all: (value) => keyedDigests(secret, purpose, value).map((digest) => digest.slice(0, markLength)),
  };
}
