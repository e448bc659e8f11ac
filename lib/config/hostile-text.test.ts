import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findSuperlinear } from '#lib/testing/regex-steps';
import { fileSchema } from './sections';

type Text = { readonly path: string; readonly schema: z.core.$ZodString };

/** Every text that a configuration may contain, with its place. */
function findTexts(schema: z.core.$ZodType, path = '', above: readonly z.core.$ZodType[] = []): Text[] {
  if (above.includes(schema)) return [];
  const inside = (one: z.core.$ZodType, name = '') => findTexts(one, `${path}${name}`, [...above, schema]);
  if (schema instanceof z.core.$ZodString) return [{ path, schema }];
  if (schema instanceof z.core.$ZodObject) {
    return Object.entries(schema._zod.def.shape).flatMap(([key, one]) => inside(one, `.${key}`));
  }
  if (schema instanceof z.core.$ZodArray) return inside(schema._zod.def.element, '[]');
  if (schema instanceof z.core.$ZodRecord) {
    return [...inside(schema._zod.def.keyType, '{name}'), ...inside(schema._zod.def.valueType, '{}')];
  }
  if (schema instanceof z.core.$ZodUnion) {
    return schema._zod.def.options.flatMap((one, index) => inside(one, `(${index})`));
  }
  if (schema instanceof z.core.$ZodPipe) return [...inside(schema._zod.def.in), ...inside(schema._zod.def.out)];
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return innerType === undefined ? [] : inside(innerType);
}

/** Each is the worst that a pattern or a parser of ours met: repeated, nested, escaped, and characters of two units. */
const hostile = [
  'a',
  '0',
  ' ',
  '=',
  ',',
  '\\',
  'a=',
  'CN=a ',
  'oklch(',
  '.',
  'a.',
  '-',
  '[',
  '%',
  '\u200d',
  '\u{1f468}\u200d',
  '\ud800',
  'ß',
  '/../',
  '@',
];

describe('every text of a configuration (security #196)', () => {
  const texts = findTexts(fileSchema).map((text) => ({ ...text, maximum: maximumOf(text) }));

  it('is found', () => {
    const paths = texts.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        '.clients[].tls_client_auth_subject_dn',
        '.tenants[].theme.primary',
        '.users[].password_hash',
      ]),
    );
    expect(paths.length).toBeGreaterThan(100);
  });

  it.each(texts)('$path has a maximum, and nothing looks at a longer one', ({ schema, maximum }) => {
    for (const text of hostile) {
      const longer = text.repeat(maximum + 1);
      const { error } = z.core.safeParse(schema, longer);
      expect(error?.issues).toEqual([expect.objectContaining({ code: 'too_big', maximum })]);
    }
  });

  it.each(texts)(
    '$path is checked at its maximum by patterns whose steps grow in proportion',
    ({ schema, maximum }) => {
      for (const text of hostile) {
        expect(() => z.core.safeParse(schema, text.repeat(maximum).slice(0, maximum))).not.toThrow();
      }
      for (const { _zod } of schema._zod.def.checks ?? []) {
        const pattern = 'pattern' in _zod.def ? _zod.def.pattern : undefined;
        if (pattern instanceof RegExp) expect(findSuperlinear(pattern)).toBeNull();
      }
    },
  );
});

function maximumOf({ schema, path }: Text): number {
  for (const { _zod } of schema._zod.def.checks ?? []) {
    if (_zod.def.check === 'max_length' && 'maximum' in _zod.def) return Number(_zod.def.maximum);
  }
  throw new Error(`${path} has no maximum`);
}
