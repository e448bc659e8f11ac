import list from './equivalents.json';
import type { Mutant } from './find-mutants';

/**
 * The changes without an observable effect, by file, function and reason. `*` stands for every change in the function.
 */
export type Equivalents = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>>
>;

/** Whether the list says that a mutant behaves like its source. */
export function isListed(mutant: Mutant, equivalents: Equivalents = list): boolean {
  const reasons = equivalents[mutant.file]?.[mutant.within] ?? {};
  return Object.values(reasons).some((changes) => changes.includes('*') || changes.includes(mutant.change));
}

/** Entries of the list for these sources that no longer match a mutant. */
export function findOutdated(mutants: readonly Mutant[], equivalents: Equivalents = list): string[] {
  const names = new Set(
    mutants.flatMap(({ file, within, change }) => [name(file, within, '*'), name(file, within, change)]),
  );
  const files = new Set(mutants.map(({ file }) => file));
  return Object.entries(equivalents)
    .filter(([file]) => files.has(file))
    .flatMap(([file, functions]) =>
      Object.entries(functions).flatMap(([within, reasons]) =>
        Object.values(reasons).flatMap((changes) => changes.map((change) => name(file, within, change))),
      ),
    )
    .filter((listed) => !names.has(listed));
}

function name(file: string, within: string, change: string): string {
  return `${file} ${within}: ${change}`;
}
