import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
  type YAMLMap,
} from 'yaml';
import type { Path } from './problem';

/** The offset in the text of the value at a path. A missing key is reported at its group, an empty value at its key. */
export function offsetAt(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const part of path) {
    if (isAlias(node)) node = targetOf(node, document);
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
  const pair = isMap(node) ? pairsOf(node).get(String(part)) : undefined;
  return { node: pair?.value, offset: startOf(pair?.value) ?? startOf(pair?.key) };
}

const pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

/** The pairs of a map by name. They are collected once, because each problem of a file asks for one. */
function pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
  const known = pairs.get(map);
  if (known !== undefined) return known;
  const named = map.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair] as const] : []));
  const found = new Map(named);
  pairs.set(map, found);
  return found;
}

const targets = new WeakMap<Document, ReadonlyMap<Alias, Node>>();

/**
 * What an alias stands for: the last node before it with its anchor. The library goes through the document for each
 * alias.
 */
export function targetOf(alias: Alias, document: Document): Node | undefined {
  const known = targets.get(document) ?? findTargets(document);
  targets.set(document, known);
  return known.get(alias);
}

function findTargets(document: Document): ReadonlyMap<Alias, Node> {
  const anchored = new Map<string, Node>();
  const found = new Map<Alias, Node>();
  visit(document, (_key, node) => {
    if (isAlias(node)) {
      const target = anchored.get(node.source);
      if (target !== undefined) found.set(node, target);
    } else if ((isScalar(node) || isCollection(node)) && node.anchor) anchored.set(node.anchor, node);
  });
  return found;
}

/** The offset of a node. Null if it is not in the text. */
export function startOf(node: unknown): number | null {
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}
