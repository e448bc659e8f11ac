import { z } from 'zod';
import { hasHiddenCharacter } from './hidden-characters';
import { foldCase } from './search-key';
import { boundedText } from './text';

const maximumLength = 100;

/**
 * `*` is a wildcard where groups are listed, `:` begins groups of Kubernetes such as `system:masters`, and proxies join
 * the names of groups with commas.
 */
export const reservedInGroups = /[*:,"\\]/;

/**
 * The name of a group, normalized (NFKC). It contains no invisible character, and no space at its ends.
 * @returns null if it is empty, longer than 100 characters, or contains such a character or one of `* : , " \`
 */
export function parseGroupName(text: string): string | null {
  return nameOf(text, reservedInGroups);
}

/** The same with other reserved characters. */
export function nameOf(text: string, reserved: RegExp): string | null {
  if (text.length > maximumLength || hasHiddenCharacter(text)) return null;
  const name = text.normalize('NFKC');
  const isWhole = name === name.trim() && name !== '' && name.length <= maximumLength;
  return isWhole && !hasHiddenCharacter(name) && !reserved.test(name) ? name : null;
}

/** The form in which names of groups are compared: without regard to case. Applying it again changes nothing. */
export function groupKey(name: string): string {
  return foldCase(name.normalize('NFKC')).normalize('NFKC');
}

/** The name of a group in a file. The output is normalized. */
export const groupName = boundedText(
  4 * maximumLength,
  z.refine((text) => parseGroupName(text) !== null, {
    error: `expected 1 to ${maximumLength} visible characters without spaces at the ends and without * : , " and \\`,
    params: { code: 'group_name' },
  }),
).overwrite((text) => text.normalize('NFKC'));
