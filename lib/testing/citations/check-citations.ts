import type { Requirements } from './requirements';

/** Lower-case words that may precede § without being the name of a page: RFC 8628 §5.1 and §6.1. */
const conjunctions = new Set(['and', 'in', 'of', 'or', 'see', 'to', 'where']);

const number = String.raw`\d+(?:\.\d+)*`;
const sections = `§${number}(?:(?:, | and | to )§${number})*`;
const detail = String.raw`(?: (?:rows?|step) \d+(?:(?:, | and | to )\d+)*)?`;

const numbered = /\b[Ss]ecurity (#\d+(?:(?:, | and | to )#\d+)*)/g;
const sectioned = new RegExp(String.raw`\b([a-z]+) (${sections}${detail})`, 'g');
const headed = /\bdesign: ([a-z-]+(?: [a-z-]+)*)/g;
const decided = /\b[Dd]ecisions? (\d{3}(?:(?:, | and )\d{3})*)\b/g;
const misspelled =
  /\b[Ss]ecurity,? \d+\b(?!\.)|\bdesign §[\d.]+|\bdesign:? decisions? \d+|\b[Dd]ecisions? #?\d{1,2}\b/g;

/**
 * Looks up every citation in a text, in the format of docs/contributing.md.
 * @returns the citations that were not found, and those with another spelling
 */
export function checkCitations(text: string, { pages, decisions }: Requirements): string[] {
  const isThere = (page: string, name: string) => pages.get(page)?.has(name) ?? false;
  const problems: string[] = [...text.matchAll(misspelled)].map(([citation]) => `${citation}: another spelling`);
  for (const [, list = ''] of text.matchAll(numbered)) {
    for (const [, row = ''] of list.matchAll(/#(\d+)/g))
      if (!isThere('security', row)) problems.push(`security #${row}`);
  }
  for (const [, page = '', list = ''] of text.matchAll(sectioned)) {
    if (conjunctions.has(page)) continue;
    for (const name of sectionNames(list)) if (!isThere(page, name)) problems.push(`${page} §${name}`);
  }
  for (const [, words = ''] of text.matchAll(headed)) {
    if (!startsWithHeading(words, pages.get('design'))) problems.push(`design: ${words}`);
  }
  for (const [, list = ''] of text.matchAll(decided)) {
    for (const [record] of list.matchAll(/\d{3}/g)) if (!decisions.has(record)) problems.push(`decision ${record}`);
  }
  return problems;
}

/** `§1.2 rows 1, 8` names two rows. For a range, both ends are looked up. */
function sectionNames(list: string): string[] {
  const names = [...list.matchAll(new RegExp(`§(${number})`, 'g'))].map(([, name = '']) => name);
  const [, kind, details] = / (row|step)s? ([\d, andto]+)$/.exec(list) ?? [];
  if (kind === undefined || details === undefined) return names;
  const last = names.at(-1);
  return [...names, ...[...details.matchAll(/\d+/g)].map(([part]) => `${last} ${kind} ${part}`)];
}

/** The sentence may continue after a heading: "design: grant model and so on". */
function startsWithHeading(words: string, headings: ReadonlySet<string> | undefined): boolean {
  const parts = words.split(' ');
  return parts.some((_, index) => headings?.has(parts.slice(0, index + 1).join(' ')));
}
