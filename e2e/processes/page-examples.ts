import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** The issuer that the examples show. */
const shownIssuer = 'http://localhost:3000';

/** A fenced block with a name: commands, the answer to them, or the claims of a token in an answer. */
export type Example = {
  readonly kind: 'curl' | 'answer' | 'id_token' | 'access_token';
  readonly name: string;
  /** Fields of the answer that later examples use as variables with upper-case names. */
  readonly keep: readonly string[];
  readonly content: string;
};

/** Every example of a page in order, with this issuer. */
export function examplesIn(page: string, issuer: string): Example[] {
  const pattern =
    /^```(?:sh|json|http) (curl|answer|id_token|access_token) name=([\w-]+)(?: keep=([\w,]+))?\n(.*?)^```$/gms;
  return [...page.matchAll(pattern)].map(([, kind, name = '', keep = '', content = '']) => ({
    kind: z.enum(['curl', 'answer', 'id_token', 'access_token']).parse(kind),
    name,
    keep: keep.split(',').filter(Boolean),
    content: content.replaceAll(shownIssuer, issuer),
  }));
}

/** The contents of the fenced blocks with an info string. */
export function fencesIn(page: string, info: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${info}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, content = '']) => content);
}

/**
 * Runs the commands of an example as a reader would, with the values of earlier answers.
 * @param variables the commands of the page that define its variables
 */
export async function runExample(
  { content }: Example,
  variables: string,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', PATH: process.env.PATH ?? '', ...values };
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', `${variables}\n${content}`], { env });
  return stdout;
}
