import { isLanguage, type Language } from '#lib/i18n/locales';
import type { Query } from '../query';

/** The language of the preview in an address. */
export function previewLanguage(query: Query): Language {
  const asked = query.language ?? '';
  return isLanguage(asked) ? asked : 'en';
}

/** An example person for the preview. */
export const previewPerson = {
  username: 'ana',
  claims: {
    name: 'Ana Ribeiro',
    given_name: 'Ana',
    family_name: 'Ribeiro',
    email: 'ana@example.com',
    phone_number: '+49 30 1234567',
  },
};
