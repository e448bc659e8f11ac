import type { SecurityProfile } from '#lib/vocabulary/security-profile';
import { locksOf } from './lock-client';

/** The remaining choices of a setting under a profile. */
type Left = {
  /** The profile sets the value. */
  readonly isSet: boolean;
  /** The allowed values. Null if they are not a short list. */
  readonly values: readonly (string | boolean | null)[] | null;
};

/** The settings that a profile sets or restricts, by their keys in the configuration. For forms and for discovery. */
export function leftByProfile(profile: SecurityProfile): ReadonlyMap<string, Left> {
  return new Map(
    locksOf(profile).map(({ key, allows, unless }) => {
      const values = 'oneOf' in allows ? allows.oneOf : 'subsetOf' in allows ? allows.subsetOf : null;
      const isSet = 'oneOf' in allows && allows.oneOf.length === 1 && unless === undefined;
      return [key, { isSet, values }];
    }),
  );
}

/** The values of a setting that the profile allows, in order. */
export function narrow<Value extends string>(profile: SecurityProfile, key: string, values: readonly Value[]): Value[] {
  const left = leftByProfile(profile).get(key)?.values ?? null;
  return values.filter((value) => left === null || left.includes(value));
}

/** Whether the profile turns a setting on for every client. */
export function isAlwaysOn(profile: SecurityProfile, key: string): boolean {
  const left = leftByProfile(profile).get(key);
  return left?.isSet === true && left.values?.[0] === true;
}
