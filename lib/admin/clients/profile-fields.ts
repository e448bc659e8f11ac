import { leftByProfile } from '#lib/clients/security-profile/left-by-profile';
import { clientSettings } from '#lib/clients/settings';
import { adminTexts } from '#lib/i18n/admin/texts';
import { profileNames, type SecurityProfile } from '#lib/vocabulary/security-profile';
import { optionsOf } from '../entries/setting-fields';

type Choice = { readonly value: string; readonly label: string };

/** The changes of a client's form under the profile in force. */
type ProfileFields = {
  /** The fields that the profile fixes, with the text to show there. */
  readonly fixed: ReadonlyMap<string, string>;
  /** The choices that the profile leaves, by field. */
  readonly choices: Readonly<Record<string, readonly Choice[]>>;
};

/** @param profile the stricter of the client's profile and the portal's */
export function profileFields(profile: SecurityProfile): ProfileFields {
  const left = [...leftByProfile(profile)];
  const options = optionsOf(clientSettings);
  const note = adminTexts.clients.setByProfile(profileNames[profile]);
  return {
    fixed: new Map(left.flatMap(([name, { isSet }]) => (isSet ? [[name, note] as const] : []))),
    choices: Object.fromEntries(
      left.flatMap(([name, { isSet, values }]) => {
        const known = options[name];
        if (isSet || values === null || known === undefined) return [];
        const allowed = new Set(values.map((value) => String(value ?? '')));
        const kept = Object.entries(known).filter(([value]) => allowed.has(value));
        return [[name, kept.map(([value, label]) => ({ value, label }))]];
      }),
    ),
  };
}
