import { z } from 'zod';
import { levelOfAcr } from './acr-levels';
import { refuse } from './entry';
import { boundedText } from './text';

/** A value of `acr`. It has no space, because requests list several, and not the form of our own parameters. */
export const acrName = boundedText(
  200,
  z.regex(/^(?!idp:|tenant:)[\x21-\x7e]+$/, {
    error: 'expected printable ASCII characters without spaces, and no name that starts with idp: or tenant:',
  }),
);

/** The name of a level. */
const level = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], {
  error: 'expected a level from 1 to 4',
});

/** Levels by name. */
export const storedLevels = z.record(z.string(), level);

const maximumNames = 50;

/** Names with their levels. */
export function levelsByName(name: z.ZodType<string, string>) {
  return z.record(name, level).superRefine((names, context) => {
    if (Object.keys(names).length <= maximumNames) return;
    refuse(context, [], 'too_many_names', `expected at most ${maximumNames} names`);
  });
}

/** Other names for our levels. None may be one that already exists. */
export const acrAliases = levelsByName(acrName).superRefine((aliases, context) => {
  for (const name of Object.keys(aliases)) {
    if (levelOfAcr(name, {}) === null) continue;
    refuse(context, [name], 'acr_reserved', 'is the name of a built-in level');
  }
});
