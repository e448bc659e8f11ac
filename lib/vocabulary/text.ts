import { z } from 'zod';

/** Control characters, unpaired surrogates, direction marks and what has no width: nothing a person would see. */
const hidden = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/u;

/** The same without line breaks and tabs, which a value of several lines may hold. */
const hiddenInLines = /[^\P{Cc}\n\r\t]|[\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/u;

const visible = {
  error: 'must not hold control characters, direction marks or other invisible characters',
  params: { code: 'hidden_character' },
};

/** Text of one line that a page can show as it is, with something to see in it. */
export function line(maximum: number) {
  return z
    .string()
    .max(maximum)
    .refine((text) => !hidden.test(text), visible)
    .refine((text) => text.trim() !== '', { error: 'expected text that is not empty', params: { code: 'empty' } });
}

/** True when text of any number of lines holds nothing invisible. */
export function isVisible(text: string): boolean {
  return !hiddenInLines.test(text);
}

/** The name of a provider or tenant: it stands in paths and in acr_values. */
export const name = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, {
    error: 'expected a name of letters, digits, dot, dash and underscore that starts with a letter or digit',
  });

/** A client identifier: printable ASCII without space (RFC 6749 appendix A.1, and no space so that lists can hold it). */
export const clientId = z
  .string()
  .max(100)
  .regex(/^[\x21-\x7e]+$/, { error: 'expected printable ASCII characters without spaces' });

/** A scope name: RFC 6749 §3.3 scope-token. */
export const scopeName = z
  .string()
  .max(200)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, {
    error: 'expected printable ASCII characters without spaces, quotes and backslashes (RFC 6749 §3.3)',
  });

/** A language tag of RFC 5646, as far as its form. */
export const language = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, { error: 'expected a language tag such as de or pt-BR' });

const largest = 2 ** 31 - 1;

/** A duration in whole seconds, as far as a 32-bit column holds it. */
export function seconds(minimum: 0 | 1) {
  return z.int().min(minimum).max(largest);
}
