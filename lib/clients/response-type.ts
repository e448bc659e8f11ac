import { boundedText } from '#lib/vocabulary/text';

/** The grants that each response type needs. Its words are in alphabetical order. */
const grantsNeeded: Readonly<Record<string, readonly string[]>> = {
  code: ['authorization_code'],
  id_token: ['implicit'],
  token: ['implicit'],
  'id_token token': ['implicit'],
  'code id_token': ['authorization_code', 'implicit'],
  'code token': ['authorization_code', 'implicit'],
  'code id_token token': ['authorization_code', 'implicit'],
};

/** A response type with its words in any order (RFC 6749 §3.1.1). The output has them in alphabetical order. */
export const responseType = boundedText(100)
  .transform((value) => value.split(' ').sort().join(' '))
  .refine((value) => Object.hasOwn(grantsNeeded, value), {
    error: `expected one of ${Object.keys(grantsNeeded).join(', ')}`,
    params: { code: 'response_type' },
  });

/** The grants that a client needs for this normalized response type. */
export function grantsFor(type: string): readonly string[] {
  return grantsNeeded[type] ?? [];
}
