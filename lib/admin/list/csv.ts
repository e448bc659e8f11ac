import type { HttpResponse } from '#lib/http/types';

/** The value of a line in a column of the file. */
export type CsvColumns<Line> = Readonly<Record<string, (line: Line) => string | null>>;

/** Lines as comma-separated values (RFC 4180 §2), with the names of the columns first. */
export function csvOf<Line>(columns: CsvColumns<Line>, lines: readonly Line[]): string {
  return csvHead(columns) + lines.map((line) => csvLine(columns, line)).join('');
}

export function csvHead(columns: CsvColumns<never>): string {
  return `${Object.keys(columns).join(',')}\r\n`;
}

/** Text that people typed stays text, even in a spreadsheet program (security #151). */
export function csvLine<Line>(columns: CsvColumns<Line>, line: Line): string {
  const cells = Object.values(columns).map((read) => cell(read(line) ?? ''));
  return `${cells.join(',')}\r\n`;
}

/**
 * A program calculates what begins with one of these, full-width forms included. Where it splits at semicolons or tabs, a
 * cell of ours begins after each of them, because the quotes around the text are then only characters.
 */
const formula = /(?<=^|[,;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g;

function cell(text: string): string {
  const harmless = text.replace(formula, "'");
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * Creates a response with a file.
 * @param type its media type
 */
export function download(name: string, type: string, body: string): HttpResponse {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, body };
}
