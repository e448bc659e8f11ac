import { locksOf } from './locks';
import type { SecurityProfile } from './profiles';

/** What a profile leaves of a setting to choose from. */
export type LeftByProfile = {
  /** The profile decides alone. */
  readonly isSet: boolean;
  /** The values that are left; null where they are no short list. */
  readonly values: readonly (string | boolean | null)[] | null;
};

/** The settings that a profile sets or narrows, by their keys in the configuration: for forms. */
export function leftByProfile(profile: SecurityProfile): ReadonlyMap<string, LeftByProfile> {
  return new Map(
    locksOf(profile).map(({ key, allows }) => {
      const values = 'oneOf' in allows ? allows.oneOf : 'subsetOf' in allows ? allows.subsetOf : null;
      return [key, { isSet: 'oneOf' in allows && allows.oneOf.length === 1, values }];
    }),
  );
}
