import { secretKeys } from '#lib/config/without-secrets';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { AdminSection } from '../../entries/admin-section';
import { ApiProblem } from '../api-problem';

type Merge = {
  /** What the address names; null for what is created below its list. */
  readonly key: string | null;
  readonly stored: Wire | null;
  /** The body, which the schema let through. */
  readonly given: unknown;
  readonly mode: 'replace' | 'merge';
};

/**
 * The whole entry that a body asks for, in the file's vocabulary. Stored secrets stay: they have operations of their own.
 * @throws ApiProblem `invalid` for a body that names another entry
 */
export function mergeEntry({ key: keyName, api: { newKey } }: AdminSection, { key, stored, given, mode }: Merge): Wire {
  const { meta: _, ...settings }: Record<string, unknown> = typeof given === 'object' ? { ...given } : {};
  const name = settings[keyName] ?? key ?? newKey?.();
  if (key !== null && name !== key) {
    const error = {
      pointer: `/${keyName}`,
      code: 'not_the_name',
      detail: 'expected what the address says, or nothing',
    };
    throw new ApiProblem('invalid', 'The body is about another entry than the address', [error]);
  }
  if (name === undefined) {
    const error = { pointer: `/${keyName}`, code: 'invalid_type', detail: 'expected text, but it is missing' };
    throw new ApiProblem('invalid', 'The body cannot be used as it is', [error]);
  }
  const kept =
    stored === null ? [] : Object.entries(stored).filter(([field]) => mode === 'merge' || secretKeys.has(field));
  return { ...Object.fromEntries(kept), ...settings, [keyName]: name };
}
