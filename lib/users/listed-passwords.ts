import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { singleton } from '#lib/singleton';

/** In characters. */
export const longestListedPassword = 20;

/**
 * Whether a text is one of the 49,000 most used passwords, in lower case (NIST SP 800-63B-4 §3.1.1.2). The list is read
 * when the first new password is checked. It stays one text of half a megabyte, in which a search takes a quarter of a
 * millisecond. A set would take fifteen times as much memory.
 */
export function isListedPassword(text: string): boolean {
  const list = singleton('listed-passwords', readList);
  const entry = JSON.stringify(text);
  return list.includes(`,${entry}`) || list.startsWith(`[${entry}`);
}

/** A JSON list of ASCII texts. The package's own module would keep each of them as an object. */
function readList(): string {
  const { resolve } = createRequire(join(process.cwd(), 'package.json'));
  return readFileSync(resolve('@zxcvbn-ts/language-common/src/passwords.json'), 'latin1');
}
