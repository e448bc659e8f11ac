import { findDifference } from '#lib/explain/difference';
import { isAddressRule } from '#lib/explain/refusal';
import { markDifferences, type Piece } from './mark-differences';

/** A registered value compared with the received one. */
type Registered = {
  readonly value: string;
  /** The value, with the differences from the received one marked. */
  readonly pieces: readonly Piece[];
  /** In words, for example `trailing slash`. Null if there is no difference in the stored part. */
  readonly difference: string | null;
};

export type Comparison = {
  readonly received: string | null;
  /** The received value, with the differences from the closest registered one marked. */
  readonly receivedPieces: readonly Piece[];
  /** The values are addresses, which are compared as texts. Other values are members of a set. */
  readonly isAddress: boolean;
  readonly registered: readonly Registered[];
};

type Values = {
  readonly received?: string | undefined;
  readonly registered?: readonly string[] | undefined;
  /** See findDifference(). */
  readonly isPortFree?: boolean | undefined;
};

/**
 * Compares the received value with the registered ones. The closest comes first. @returns null if neither was stored
 */
export function compareValues(
  rule: string,
  { received, registered = [], isPortFree = false }: Values,
): Comparison | null {
  if (received === undefined && registered.length === 0) return null;
  const isAddress = isAddressRule(rule) && received !== undefined;
  const [closest = received] = registered;
  return {
    received: received ?? null,
    receivedPieces:
      isAddress && closest !== undefined ? markDifferences(received, closest, isPortFree) : plain(received ?? ''),
    isAddress,
    registered: registered.map((value) =>
      isAddress
        ? {
            value,
            pieces: markDifferences(value, received, isPortFree),
            difference: findDifference(received, value, isPortFree)?.name ?? null,
          }
        : { value, pieces: plain(value), difference: null },
    ),
  };
}

function plain(text: string): readonly Piece[] {
  return [{ text, differs: false }];
}
