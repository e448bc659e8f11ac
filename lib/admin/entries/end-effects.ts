import type { AdminContext } from '../admin-context';
import { findEditEffects } from '../configuration/read-effects';
import type { AdminSection } from './admin-section';

/** What disabling or deleting an entry takes from people, in words. */
export async function readEndEffects(
  admin: AdminContext,
  { section, get }: AdminSection,
  { key, what }: { readonly key: string; readonly what: 'disable' | 'delete' },
): Promise<readonly string[]> {
  const { wire } = await get(admin, key);
  const entry = what === 'delete' ? null : { ...wire, enabled: false };
  return findEditEffects(admin, [{ section: section.name, key, entry }]);
}
