import { flatPortalSettings } from '#lib/tenants/portal-settings';
import { searchWords } from '#lib/vocabulary/search-key';
import type { Feature } from '../feature';
import { isFoundBy, toGroup } from '../search/search-group';
import { portalSections, sectionKeys, sectionNames, sectionPath, settingPath } from './sections';

type Found = { readonly key: string; readonly label: string; readonly help: string; readonly section: string };

const settings: readonly Found[] = sectionNames.flatMap((name) => {
  const [section, text] = portalSections[name];
  const keys = sectionKeys(name).map((key) => {
    const [label = key, help = ''] = flatPortalSettings[key]?.text ?? [];
    return { key, label, help, section };
  });
  return [{ key: sectionPath(name), label: section, help: text, section: '' }, ...keys];
});

/** Shorter words are in nearly every help. */
const shortestWord = 3;

/** What other features know of the settings. */
export const settingsFeature: Feature = {
  /** By name and key. Only if none has such a name, by the words that explain it. */
  search: (_, text) => {
    const named = settings.filter(({ label, key, section }) => isFoundBy(`${label} ${key} ${section}`, text));
    const isLong = searchWords(text).every((word) => word.length >= shortestWord);
    const explained = isLong ? settings.filter(({ label, help }) => isFoundBy(`${label} ${help}`, text)) : [];
    const found = named.length > 0 ? named : explained;
    return toGroup({ kind: 'setting', href: '/admin/settings', text }, found, {
      namesOf: ({ label, key }) => [label, key],
      toHit: ({ key, label, section }) => {
        const isSection = section === '';
        const href = isSection ? key : settingPath(key);
        return { id: key, name: label, detail: isSection ? null : section, enabled: true, at: null, href };
      },
    });
  },
};
