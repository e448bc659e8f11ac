import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

/** The issuer that the examples show. */
const shownIssuer = 'http://localhost:3000';

const text = readFileSync('docs/protocol.md', 'utf8');

/** A fenced block with a name: commands, the answer they get, or the claims of a token in an answer. */
export type Example = {
  readonly kind: 'curl' | 'answer' | 'id_token' | 'access_token';
  readonly name: string;
  /** Fields of the answer that later examples use, as variables in capitals. */
  readonly keep: readonly string[];
  readonly content: string;
};

const configuration = z.looseObject({ clients: z.array(z.looseObject({ client_id: z.string() })) });

/** What the page says the server is configured with. */
export const pageConfiguration = configuration.parse(parse(fences('yaml')[0] ?? ''));

/** The commands that define the variables of the examples. */
export const variables = fences('sh variables')[0] ?? '';

/** Every example in the order of the page, as a server of this issuer answers. */
export function examples(issuer: string): Example[] {
  const pattern =
    /^```(?:sh|json|http) (curl|answer|id_token|access_token) name=([\w-]+)(?: keep=([\w,]+))?\n(.*?)^```$/gms;
  return [...text.matchAll(pattern)].map(([, kind, name = '', keep = '', content = '']) => ({
    kind: z.enum(['curl', 'answer', 'id_token', 'access_token']).parse(kind),
    name,
    keep: keep.split(',').filter(Boolean),
    content: content.replaceAll(shownIssuer, issuer),
  }));
}

/** The cells of all tables in a section, row by row; the row of headings and the line below are left out. */
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

/** True when the page has this text somewhere. */
export function pageMentions(part: string): boolean {
  return text.includes(part);
}

/** Links to headings that the page does not have. */
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

function fences(info: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${info}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, content = '']) => content);
}
