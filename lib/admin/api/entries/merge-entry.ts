import type { Wire } from '#lib/vocabulary/wire-entry';
import { secretKeys } from '#lib/vocabulary/without-secrets';
import type { AdminSection } from '../../entries/admin-section';
import { ApiProblem } from '../api-problem';

type Merge = {
  /** The key in the address. Null if the entry is created with a POST to its list. */
  readonly key: string | null;
  readonly stored: Wire | null;
  /** The body, which has passed the schema. */
  readonly given: unknown;
  readonly mode: 'replace' | 'merge';
};

/**
 * The complete entry that a body asks for, as in the configuration file. Stored secrets stay, because they have their
 * own operations.
 * @throws ApiProblem `invalid` if the body names another entry
 */
export function mergeEntry({ key: keyName, api }: AdminSection, { key, stored, given, mode }: Merge): Wire {
  const { newKey, once = {} } = api;
  const settings: Record<string, unknown> = typeof given === 'object' ? { ...given } : {};
  // The members of an answer that are no settings.
  for (const name of ['meta', ...Object.keys(once)]) delete settings[name];
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
