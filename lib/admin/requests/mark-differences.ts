import { type AddressParts, addressParts, splitAddress, withPortOf } from '#lib/explain/difference';

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
