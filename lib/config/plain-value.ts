import { type Alias, type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { incomingJson } from '#lib/vocabulary/json';
import { startOf, targetOf } from './offset';

/** Stops reading with an error. `offset` is the place in the text, or null if the problem concerns the whole text. */
export type Fail = (offset: number | null, code: string, message: string) => never;

/**
 * The maximum number of values that all aliases may expand to. It is enough for real files and too small for an attack.
 */
const maximumAliased = 10_000;

/**
 * The content of a document as plain objects, lists, texts, numbers, booleans and nulls. Aliases are resolved up to a
 * limit, so an alias that contains itself fails too.
 */
export function plainValue(document: Document, fail: Fail): unknown {
  let aliased = 0;

  function convert(node: unknown, depth: number, inAlias: boolean): unknown {
    const offset = startOf(node);
    if (isNode(node) && node.tag !== undefined) fail(offset, 'tag', 'expected a value without a tag');
    if (inAlias) aliased += 1;
    if (aliased > maximumAliased)
      fail(offset, 'too_many_aliases', `aliases expand to more than ${maximumAliased} values`);
    if (isAlias(node)) return convert(target(node, offset), depth, true);
    if ((isSeq(node) || isMap(node)) && depth === incomingJson.depth) {
      fail(offset, 'too_deep', `is nested too deeply; expected at most ${incomingJson.depth} levels`);
    }
    if (isSeq(node)) return node.items.map((item) => convert(item, depth + 1, inAlias));
    if (isMap(node)) return convertMap(node, depth, inAlias);
    if (isScalar(node)) return node.value;
    return null;
  }

  function target(alias: Alias, offset: number | null): Node {
    return targetOf(alias, document) ?? fail(offset, 'alias', `the anchor &${alias.source} is not defined before this`);
  }

  function convertMap(map: YAMLMap, depth: number, inAlias: boolean): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const { key, value } of map.items) {
      const name = isScalar(key) ? String(key.value) : '';
      const offset = startOf(key);
      if (name === '__proto__') fail(offset, 'unrecognized_keys', 'the key __proto__ is not allowed');
      if (Object.hasOwn(values, name)) fail(offset, 'duplicate_key', `the key ${JSON.stringify(name)} appears twice`);
      values[name] = convert(value, depth + 1, inAlias);
    }
    return values;
  }

  return convert(document.contents, 0, false);
}
