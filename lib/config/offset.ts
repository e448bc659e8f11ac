import { type Document, isAlias, isCollection, isMap, isNode, isScalar, isSeq } from 'yaml';
import type { Path } from './problem';

/** The offset in the text of the value at a path. A missing key is reported at its group, an empty value at its key. */
export function offsetAt(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (!isCollection(node)) return offset;
    const next = step(node, part);
    if (next.offset === null) return offset;
    offset = next.offset;
    node = next.node;
  }
  return offset;
}

function step(node: unknown, part: string | number): { node: unknown; offset: number | null } {
  if (isSeq(node) && typeof part === 'number') {
    const item: unknown = node.items[part];
    return { node: item, offset: startOf(item) };
  }
  const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === part) : undefined;
  return { node: pair?.value, offset: startOf(pair?.value) ?? startOf(pair?.key) };
}

/** The offset of a node. Null if it is not in the text. */
export function startOf(node: unknown): number | null {
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}
