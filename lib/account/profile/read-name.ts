import type { Context } from '#lib/context';
import type { User } from '#lib/users/user';
import { readManagedClaims } from './managed-claims';
import { nameFields } from './submit-name';

export type NameField = {
  readonly field: (typeof nameFields)[number];
  readonly value: string;
  /** The provider that the value comes from. If there is one, it cannot be changed here. */
  readonly managedBy: string | null;
};

/** The fields of the page /account/name. */
export async function readName({ sub, claims }: User, context: Context): Promise<readonly NameField[]> {
  const managed = await readManagedClaims(sub, context);
  return nameFields.map((field) => {
    const value = claims[field];
    return { field, value: typeof value === 'string' ? value : '', managedBy: managed.get(field) ?? null };
  });
}
