/**
 * Counts the steps of a backtracking matcher, because the time of one proves nothing. V8 counts only some of its own
 * backtracks, so this is a small matcher of the patterns that we write: no back references.
 */
type Node =
  | { readonly kind: 'character'; readonly accepts: RegExp }
  | { readonly kind: 'edge'; readonly holds: (text: string, at: number) => boolean }
  | { readonly kind: 'look'; readonly behind: boolean; readonly negative: boolean; readonly of: Node }
  | { readonly kind: 'repeat'; readonly of: Node; readonly min: number; readonly max: number; readonly lazy: boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'either'; readonly ways: readonly Node[] };

/** The characters that hostile texts are made of: one of every group that a pattern of ours tells apart. */
const characters = [...'aZf0-._ \t\n,=+/:@%#?&;"\'\\()[]{}<>~!*$^|é\u200d\u0000', '\u{1f600}'];

/** No search of a text this short takes as many, unless their number explodes. */
const maximumSteps = 1_000_000;

/**
 * Whether the steps of a search grow in proportion to the text, for every hostile text: each part that may repeat is
 * pumped up after the shortest beginning that leads to it, and then the text ends in a way that does not fit.
 * @returns the worst text whose steps grow faster; null if there is none
 */
export function findSuperlinear(pattern: RegExp): { readonly text: string; readonly growth: number } | null {
  const node = parse(pattern);
  for (const [prefix, pump] of pumps(node, '')) {
    if (pump === '') continue;
    for (const end of ['\u0000', '', '#', '\n', 'a', '.']) {
      const growthFrom = (times: number) => {
        const [one, double] = [times, 2 * times].map((n) => steps(pattern, node, prefix + pump.repeat(n) + end));
        return one === Number.POSITIVE_INFINITY ? one : (double ?? 0) / (one ?? 1);
      };
      // A part with a high maximum only grows up to it.
      const times = Math.ceil(120 / pump.length);
      if (growthFrom(times) < 2.6) continue;
      const growth = growthFrom(2 * times);
      if (growth > 2.6) return { text: `${prefix}${pump}…${end}`, growth };
    }
  }
  return null;
}

/** The steps of a search from every place where one can begin. */
function steps({ flags, source }: RegExp, node: Node, text: string): number {
  const units = flags.includes('u') || flags.includes('v') ? Array.from(text) : text.split('');
  let taken = 0;
  const onlyAtStart = flags.includes('y') || (source.startsWith('^') && node.kind === 'sequence');
  const lastStart = onlyAtStart ? 0 : units.length;
  for (let start = 0; start <= lastStart; start += 1) {
    if (match(node, start, () => true)) break;
  }
  return taken > maximumSteps ? Number.POSITIVE_INFINITY : taken;

  function match(one: Node, at: number, then: (at: number) => boolean): boolean {
    taken += 1;
    if (taken > maximumSteps) return true;
    switch (one.kind) {
      case 'character': {
        const unit = units[at];
        return unit !== undefined && one.accepts.test(unit) && then(at + 1);
      }
      case 'edge':
        return one.holds(text, at) && then(at);
      case 'look':
        return looks(one, at) !== one.negative && then(at);
      case 'repeat':
        return repeat(one, at, 0, then);
      case 'sequence':
        return inOrder(one.parts, 0, at, then);
      case 'either':
        return one.ways.some((way) => match(way, at, then));
      default:
        return one satisfies never;
    }
  }

  function inOrder(parts: readonly Node[], index: number, at: number, then: (at: number) => boolean): boolean {
    const part = parts[index];
    return part === undefined ? then(at) : match(part, at, (next) => inOrder(parts, index + 1, next, then));
  }

  function repeat(one: Node & { kind: 'repeat' }, at: number, count: number, then: (at: number) => boolean): boolean {
    const again = () =>
      count < one.max &&
      match(one.of, at, (next) => (next > at || count < one.min) && repeat(one, next, count + 1, then));
    if (count < one.min) return again();
    return one.lazy ? then(at) || again() : again() || then(at);
  }

  function looks({ behind, of }: Node & { kind: 'look' }, at: number): boolean {
    if (!behind) return match(of, at, () => true);
    const furthest = Math.max(0, at - longest(of));
    for (let from = at; from >= furthest; from -= 1) if (match(of, from, (end) => end === at)) return true;
    return false;
  }
}

function longest(node: Node): number {
  switch (node.kind) {
    case 'character':
      return 1;
    case 'edge':
    case 'look':
      return 0;
    case 'repeat':
      return node.max * longest(node.of);
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + longest(part), 0);
    case 'either':
      return Math.max(...node.ways.map(longest));
    default:
      return node satisfies never;
  }
}

/** A beginning that leads to each part that may repeat often, with texts that this part accepts. */
function* pumps(node: Node, prefix: string): Generator<readonly [prefix: string, pump: string]> {
  switch (node.kind) {
    case 'character':
    case 'edge':
      return;
    case 'look':
      yield* pumps(node.of, prefix);
      return;
    case 'repeat':
      yield* pumps(node.of, prefix);
      if (node.max <= 20) return;
      for (const text of samples(node.of)) {
        yield [prefix, text];
        yield ['', prefix + text];
      }
      return;
    case 'sequence':
      for (const [index, part] of node.parts.entries()) {
        const before = node.parts.slice(0, index).map((one) => samples(one)[0] ?? '');
        yield* pumps(part, prefix + before.join(''));
      }
      return;
    case 'either':
      for (const way of node.ways) yield* pumps(way, prefix);
      return;
    default:
      node satisfies never;
  }
}

/** A few texts that a part accepts, the shortest first. */
function samples(node: Node): readonly string[] {
  switch (node.kind) {
    case 'character': {
      const accepted = characters.filter((one) => node.accepts.test(one));
      return accepted.length > 0 ? accepted : anyOf(node.accepts);
    }
    case 'edge':
    case 'look':
      return [''];
    case 'repeat':
      return samples(node.of).map((one) => one.repeat(Math.max(node.min, 0)));
    case 'sequence': {
      const parts = node.parts.map(samples);
      const most = Math.min(12, Math.max(1, ...parts.map((part) => part.length)));
      return Array.from({ length: most }, (_, index) => parts.map((part) => part[index] ?? part[0] ?? '').join(''));
    }
    case 'either':
      return node.ways.flatMap((way) => samples(way).slice(0, 4));
    default:
      return node satisfies never;
  }
}

function anyOf(accepts: RegExp): readonly string[] {
  for (let code = 0; code < 0x3000; code += 1)
    if (accepts.test(String.fromCharCode(code))) return [String.fromCharCode(code)];
  return [];
}

function parse({ source, flags }: RegExp): Node {
  const own = flags.replace(/[gyd]/g, '');
  const isUnicode = /[uv]/.test(flags);
  let at = 0;
  const whole = disjunction();
  if (at !== source.length) throw new Error(`cannot read ${source} at ${at}`);
  return whole;

  function disjunction(): Node {
    const ways: Node[] = [];
    do ways.push(sequence());
    while (source[at] === '|' && ++at > 0);
    const [only] = ways;
    return ways.length === 1 && only !== undefined ? only : { kind: 'either', ways };
  }

  function sequence(): Node {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(quantified(term()));
    return { kind: 'sequence', parts };
  }

  function take(pattern: RegExp): RegExpExecArray | null {
    const sticky = new RegExp(pattern, 'yu');
    sticky.lastIndex = at;
    const found = sticky.exec(source);
    if (found !== null) at += found[0].length;
    return found;
  }

  function quantified(of: Node): Node {
    const found = take(/(?:([*+?])|\{(\d+)(?:(,)(\d+)?)?\})(\??)/);
    if (found === null) return of;
    const [, sign, low, comma, high, lazy] = found;
    const min = sign === undefined ? Number(low) : sign === '+' ? 1 : 0;
    const limit = comma === undefined ? Number(low) : high === undefined ? Number.POSITIVE_INFINITY : Number(high);
    const max = sign === undefined ? limit : sign === '?' ? 1 : Number.POSITIVE_INFINITY;
    return { kind: 'repeat', of, min, max, lazy: lazy === '?' };
  }

  function term(): Node {
    const look = take(/\(\?(<?)([=!])/);
    if (look !== null) return { kind: 'look', behind: look[1] === '<', negative: look[2] === '!', of: closed() };
    if (take(/\((?:\?:|\?<\w+>)?/) !== null) return closed();
    if (take(/\^/) !== null) return { kind: 'edge', holds: (_, place) => place === 0 };
    if (take(/\$/) !== null) return { kind: 'edge', holds: (text, place) => place === lengthOf(text) };
    if (take(/\\b/) !== null) return { kind: 'edge', holds: isBoundary };
    const atom = take(
      /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c.|[^1-9k])|[^\\]/s,
    );
    if (atom === null) throw new Error(`cannot read ${source} at ${at}`);
    return { kind: 'character', accepts: new RegExp(`^${atom[0]}$`, own.replace('m', '')) };
  }

  function closed(): Node {
    const inner = disjunction();
    if (take(/\)/) === null) throw new Error(`cannot read ${source} at ${at}`);
    return inner;
  }

  function lengthOf(text: string): number {
    return isUnicode ? Array.from(text).length : text.length;
  }
}

function isBoundary(text: string, at: number): boolean {
  const isWord = (place: number) => /\w/.test(text[place] ?? '');
  return isWord(at - 1) !== isWord(at);
}
