import type { Mutant } from './find-mutants';

/** The function that the mutated source calls to find out whether a mutant is active. The test runner sets it. */
export const question = 'globalThis.__isMutant';

type Piece = { readonly at: number; readonly isEnd: boolean; readonly length: number; readonly text: string };

/**
 * The source with all its mutants, each inactive until the running test activates it. So the source is loaded only
 * once.
 */
export function insertMutants(source: string, mutants: readonly Mutant[]): string {
  const spans = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const span = `${mutant.start} ${mutant.end} ${mutant.form}`;
    spans.set(span, [...(spans.get(span) ?? []), mutant]);
  }
  const pieces = [...spans.values()].flatMap(wrap).sort(inOrder);
  let text = '';
  let position = 0;
  for (const piece of pieces) {
    text += source.slice(position, piece.at) + piece.text;
    position = piece.at;
  }
  return text + source.slice(position);
}

/** The text to insert before and after a part of the source. */
function wrap(mutants: readonly Mutant[]): Piece[] {
  const [first] = mutants;
  if (first === undefined) return [];
  const { start, end, form } = first;
  const ask = ({ id }: Mutant) => `${question}(${JSON.stringify(id)})`;
  const around: Readonly<Record<Mutant['form'], readonly [string, string]>> = {
    expression: [`(${mutants.map((mutant) => `${ask(mutant)}?(${mutant.replacement}):`).join('')}(`, '))'],
    statement: [`{if(!${ask(first)})`, '}'],
    property: [`...(${ask(first)}?{}:{`, '})'],
    sql:
      first.replacement === '`'
        ? [`\${${ask(first)}?'TRUE':\``, '`}']
        : [
            `${first.replacement}+(${ask(first)}?'TRUE':${first.replacement}`,
            `${first.replacement})+${first.replacement}`,
          ],
  };
  const [before, after] = around[form];
  const length = end - start;
  return [
    { at: start, isEnd: false, length, text: before },
    { at: end, isEnd: true, length, text: after },
  ];
}

/** The order at the same position: ends before starts, inner ends before outer ones, outer starts before inner ones. */
function inOrder(a: Piece, b: Piece): number {
  if (a.at !== b.at) return a.at - b.at;
  if (a.isEnd !== b.isEnd) return a.isEnd ? -1 : 1;
  return a.isEnd ? a.length - b.length : b.length - a.length;
}
