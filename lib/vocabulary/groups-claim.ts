import { z } from 'zod';
import { group, refuse } from './entry';
import { groupKey, nameOf, reservedInGroups } from './group-name';
import { groupList } from './role';
import { boundedText } from './text';

/** Whether a text can stand at the beginning of the name of a group. */
function isBeginning(text: string): boolean {
  return nameOf(`${text}x`, reservedInGroups) !== null;
}

/** The name of a group, or a beginning with `*`, which stands for at least one character. The output is normalized. */
const pattern = boundedText(
  400,
  z.refine((text) => (text.endsWith('*') ? isBeginning(text.slice(0, -1)) : nameOf(text, reservedInGroups) !== null), {
    error: 'expected the name of a group, or the beginning of names with one * at its end',
    params: { code: 'group_pattern' },
  }),
).overwrite((text) => text.normalize('NFKC'));

const prefix = boundedText(
  400,
  z.refine((text) => text !== '' && isBeginning(text), {
    error: 'expected the beginning of the names of groups',
    params: { code: 'group_pattern' },
  }),
).overwrite((text) => text.normalize('NFKC'));

/** Which groups of a person a client or an API sees. */
export const groupsClaim = group({
  show: z.union([z.enum(['named', 'all']), groupList(pattern)]).default('named'),
  strip_prefix: prefix.nullable().default(null),
}).prefault({});

/** The choices of a form. */
export const groupsOptions = { named: 'Those named here', all: 'All', listed: 'Only these' };

export type GroupsClaim = {
  /** `named`: those that it names for access and for roles. */
  readonly show: 'named' | 'all' | readonly string[];
  readonly stripPrefix: string | null;
};

/** The default. */
export const seesNamed: GroupsClaim = { show: 'named', stripPrefix: null };

/** A stripped prefix leaves each group a name of its own: all of them begin with it, and have more than it. */
export function checkGroupsClaim({ show, stripPrefix }: GroupsClaim, context: z.core.$RefinementCtx<unknown>): void {
  if (stripPrefix === null) return;
  const isMixed = typeof show === 'string' || !show.every((one) => withoutPrefix(one, stripPrefix) !== null);
  if (!isMixed) return;
  const message =
    'strip_prefix needs a list in show whose entries all begin with it, or two groups could become one name';
  refuse(context, ['groups_claim', 'strip_prefix'], 'strip_prefix_mixed', message, { prefix: stripPrefix });
}

/**
 * What is left of the name of a group. Case does not count, and upper and lower case of a letter can differ in length.
 * @returns null if nothing is left, or if the prefix ends inside a letter: `stras` is no beginning of `Straße`
 */
export function withoutPrefix(name: string, prefix: string): string | null {
  const start = groupKey(prefix);
  for (let length = 1; length < name.length; length += 1) {
    if (groupKey(name.slice(0, length)) === start) return name.slice(length);
  }
  return null;
}

/** As in a file. */
export function wireGroupsClaim({ show, stripPrefix }: GroupsClaim): object {
  return { show, strip_prefix: stripPrefix };
}
