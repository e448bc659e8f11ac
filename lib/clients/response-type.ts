import { z } from 'zod';

/** Each response type, its words in alphabetical order, with the grants a client needs for it. */
const grantsNeeded: Readonly<Record<string, readonly string[]>> = {
  code: ['authorization_code'],
  id_token: ['implicit'],
  token: ['implicit'],
  'id_token token': ['implicit'],
  'code id_token': ['authorization_code', 'implicit'],
  'code token': ['authorization_code', 'implicit'],
  'code id_token token': ['authorization_code', 'implicit'],
};

/** A response type in any order of its words (RFC 6749 §3.1.1); the output has them in alphabetical order. */
export const responseType = z
  .string()
  .max(100)
  .transform((value) => value.split(' ').sort().join(' '))
  .refine((value) => Object.hasOwn(grantsNeeded, value), {
    error: `expected one of ${Object.keys(grantsNeeded).join(', ')}`,
    params: { code: 'response_type' },
  });

/** The grants a client needs before it may use this normalized response type. */
export function grantsFor(type: string): readonly string[] {
  return grantsNeeded[type] ?? [];
}
