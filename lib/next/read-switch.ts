import { languageParameter } from '#lib/protocol/read-locale';
import { pageAddress } from './page-address';

/** The fields that the language switch sends with the language, so that the page stays the same. */
type SwitchFields = readonly { readonly name: string; readonly value: string }[];

/** The administration is in English. */
const withoutSwitch = /^\/admin(\/|$)/;

/** @returns null if the page has no switch */
export async function readSwitch(): Promise<SwitchFields | null> {
  const { path, query } = await pageAddress();
  if (withoutSwitch.test(path)) return null;
  return [...new URLSearchParams(query)]
    .filter(([name]) => name !== languageParameter)
    .map(([name, value]) => ({ name, value }));
}
