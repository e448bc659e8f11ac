import type { Check } from './checks';
import { type Row, rowsCitedIn } from './rows';

/** A row with the checks that cite it. */
export type ShownRow = Row & { readonly checks: readonly Check[] };

/** Assigns the checks to the rows that they cite. */
export function joinChecks(rows: readonly Row[], checks: readonly Check[]): ShownRow[] {
  const cited = checks.map((check) => ({ check, numbers: new Set(rowsCitedIn(check.name)) }));
  return rows.map((row) => ({
    ...row,
    checks: cited.filter(({ numbers }) => numbers.has(row.number)).map(({ check }) => check),
  }));
}

/** The table by row number: the row, its kind, the checks in the production build and in unit tests, and the result. */
export function formatTable(rows: readonly ShownRow[]): string {
  const lines = rows.map(({ number, kinds, checks, notShown }) => {
    const builds = checks.filter(({ where }) => where === 'production build');
    const failed = checks.filter(({ passed }) => !passed).length;
    const result = failed > 0 ? `${failed} FAILED` : checks.length > 0 ? 'passed' : (notShown ?? 'NOT COVERED');
    return [
      String(number),
      kinds.split('').join(','),
      countOf(builds),
      countOf(checks.filter(({ where }) => where === 'unit')),
      result,
      filesOf(builds.length > 0 ? builds : checks),
    ];
  });
  return alignColumns([['row', 'kind', 'production build', 'unit', 'result', 'where'], ...lines]);
}

function countOf(checks: readonly Check[]): string {
  return checks.length === 0 ? '-' : `${checks.length} check${checks.length === 1 ? '' : 's'}`;
}

/** The first two files, and the number of the others. */
function filesOf(checks: readonly Check[]): string {
  const files = [...new Set(checks.map(({ file }) => file))];
  return [...files.slice(0, 2), ...(files.length > 2 ? [`and ${files.length - 2} more`] : [])].join(', ');
}

/** Formats lines as a table with aligned columns. */
export function alignColumns(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
