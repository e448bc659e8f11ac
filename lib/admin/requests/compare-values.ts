import { type AddressParts, addressParts, findDifference, splitAddress, withPortOf } from '#lib/explain/difference';
import { isAddressRule } from '#lib/explain/refusal';

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

/** A piece of an address; `differs` says that the other address has something else there. */
export type Piece = { readonly text: string; readonly differs: boolean };

/**
 * Divides an address into pieces and marks the differences from another one, component by component.
 * @param isPortFree see findDifference()
 */
export function markDifferences(address: string, other: string, isPortFree = false): readonly Piece[] {
  const [mine, theirs] = [splitAddress(address), splitAddress(isPortFree ? withPortOf(address, other) : other)];
  if (mine === null || theirs === null) return merge(inMiddle(address, other));
  return merge(addressParts.flatMap((part) => mark(part, mine[part], theirs[part])));
}

function mark(part: keyof AddressParts, mine: string, theirs: string): readonly Piece[] {
  if (part === 'scheme') return [...whole(mine, theirs), { text: ':', differs: false }];
  if (part === 'authority') return [{ text: mine, differs: false }];
  if (part === 'path' || part === 'query') return inMiddle(mine, theirs);
  return whole(mine, theirs);
}

function whole(text: string, other: string): readonly Piece[] {
  return [{ text, differs: text !== other }];
}

/** Marks what is between the common start and the common end. */
function inMiddle(text: string, other: string): readonly Piece[] {
  const shortest = Math.min(text.length, other.length);
  let start = 0;
  while (start < shortest && text[start] === other[start]) start += 1;
  let end = 0;
  while (end < shortest - start && text.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [
    { text: text.slice(0, start), differs: false },
    { text: text.slice(start, text.length - end), differs: true },
    { text: text.slice(text.length - end), differs: false },
  ];
}

/** Joins neighbors that are both marked or both unmarked. */
function merge(pieces: readonly Piece[]): readonly Piece[] {
  const merged: Piece[] = [];
  for (const { text, differs } of pieces) {
    const last = merged.at(-1);
    if (text === '') continue;
    if (last?.differs === differs) merged[merged.length - 1] = { text: last.text + text, differs };
    else merged.push({ text, differs });
  }
  return merged;
}
