import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Example, examplesIn, fencesIn } from './page-examples';

const text = readFileSync('docs/protocol.md', 'utf8');

const configuration = z.looseObject({ clients: z.array(z.looseObject({ client_id: z.string() })) });

/** The configuration that the page shows. */
export const pageConfiguration = configuration.parse(parse(fencesIn(text, 'yaml')[0] ?? ''));

/** The commands that define the variables of the examples. */
export const variables = fencesIn(text, 'sh variables')[0] ?? '';

/** Every example in the order of the page, with this issuer. */
export function examples(issuer: string): Example[] {
  return examplesIn(text, issuer);
}

/** The cells of all tables in a section, row by row, without the headings and the line below them. */
export function tableRows(heading: string): string[][] {
  const level = heading.split(' ')[0] ?? '';
  const [, after = ''] = text.split(`\n${heading}\n`);
  const [section = ''] = after.split(new RegExp(`^#{1,${level.length}} `, 'm'));
  return section
    .split(/\n\n+/)
    .map((block) => block.trim())
    .filter((block) => block.startsWith('|'))
    .flatMap((table) => table.split('\n').slice(2))
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The names in code marks. */
export function namesIn(cell: string | undefined): string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** True if the page contains this text. */
export function pageMentions(part: string): boolean {
  return text.includes(part);
}

/** Links to headings that do not exist. */
export function brokenLinks(): string[] {
  const slugs = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading));
  return [...text.matchAll(/\]\(#([\w-]+)\)/g)].map(([, slug = '']) => slug).filter((slug) => !slugs.includes(slug));
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}
