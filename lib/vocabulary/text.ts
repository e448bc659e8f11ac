import { z } from 'zod';
import { isLongerThanClientId, maximumDocumentUrl } from './client-id';
import { hasHiddenCharacterInLines, hasHiddenCharacterInName } from './hidden-characters';

const visible = {
  error: 'must not hold control characters, direction marks or other invisible characters',
  params: { code: 'hidden_character' },
};

/** One line of visible text that a page can show unchanged. */
export function line(maximum: number) {
  return z
    .string()
    .max(maximum)
    .refine((text) => !hasHiddenCharacterInName(text), visible)
    .refine((text) => text.trim() !== '', { error: 'expected text that is not empty', params: { code: 'empty' } });
}

/** Whether a text of any number of lines contains no invisible character. */
export function isVisible(text: string): boolean {
  return !hasHiddenCharacterInLines(text);
}

/** The name of a provider or tenant, which is part of paths and of acr_values. */
export const name = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, {
    error: 'expected a name of letters, digits, dot, dash and underscore that starts with a letter or digit',
  });

/**
 * A client identifier: printable ASCII without space (RFC 6749 appendix A.1; spaces separate lists). The address of a
 * metadata document may be longer than 100 characters.
 */
export const clientId = z
  .string()
  .max(maximumDocumentUrl)
  .regex(/^[\x21-\x7e]+$/, { error: 'expected printable ASCII characters without spaces' })
  .refine((text) => !isLongerThanClientId(text), {
    error: 'expected at most 100 characters',
    params: { code: 'client_id_too_long' },
  });

/** A scope name: RFC 6749 §3.3 scope-token. */
export const scopeName = z
  .string()
  .max(200)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, {
    error: 'expected printable ASCII characters without spaces, quotes and backslashes (RFC 6749 §3.3)',
  });

/** The form of a language tag (RFC 5646). */
export const language = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, { error: 'expected a language tag such as de or pt-BR' });

const largest = 2 ** 31 - 1;

/** A duration in whole seconds that fits into a 32-bit column. */
export function seconds(minimum: 0 | 1) {
  return z.int().min(minimum).max(largest);
}
