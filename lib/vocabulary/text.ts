import { z } from 'zod';
import { isLongerThanClientId, maximumDocumentUrl } from './client-id';
import { hasHiddenCharacterInLines, hasHiddenCharacterInName } from './hidden-characters';

const visible = {
  error: 'must not contain control characters, direction marks or other invisible characters',
  params: { code: 'hidden_character' },
};

/**
 * Text of at most `maximum` characters. The checks never see a longer one: after zod's own `max()` they would run all the
 * same, and a megabyte could keep them busy (security #196).
 */
export function boundedText(maximum: number, ...checks: z.core.$ZodCheck<string>[]) {
  return z
    .string()
    .max(maximum, { abort: true })
    .check(...checks);
}

/** One line of visible text that a page can show unchanged. */
export function line(maximum: number) {
  return boundedText(
    maximum,
    z.refine((text) => !hasHiddenCharacterInName(text), visible),
    z.refine((text) => text.trim() !== '', { error: 'expected text that is not empty', params: { code: 'empty' } }),
  );
}

/** Whether a text of any number of lines contains no invisible character. */
export function isVisible(text: string): boolean {
  return !hasHiddenCharacterInLines(text);
}

/** The name of a provider or tenant, which is part of paths and of acr_values. */
export const name = boundedText(
  100,
  z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, {
    error: 'expected a name of letters, digits, dot, dash and underscore that starts with a letter or digit',
  }),
);

/**
 * A client identifier: printable ASCII without space (RFC 6749 appendix A.1; spaces separate lists). The address of a
 * metadata document may be longer than 100 characters.
 */
export const clientId = boundedText(
  maximumDocumentUrl,
  z.regex(/^[\x21-\x7e]+$/, { error: 'expected printable ASCII characters without spaces' }),
  z.refine((text) => !isLongerThanClientId(text), {
    error: 'expected at most 100 characters',
    params: { code: 'client_id_too_long' },
  }),
);

/** A scope name: RFC 6749 §3.3 scope-token. */
export const scopeName = boundedText(
  200,
  z.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, {
    error: 'expected printable ASCII characters without spaces, quotes and backslashes (RFC 6749 §3.3)',
  }),
);

/** The form of a language tag (RFC 5646). */
export const language = boundedText(
  35,
  z.regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, { error: 'expected a language tag such as de or pt-BR' }),
);

const largest = 2 ** 31 - 1;

/** A duration in whole seconds that fits into a 32-bit column. */
export function seconds(minimum: 0 | 1) {
  return z.int().min(minimum).max(largest);
}
