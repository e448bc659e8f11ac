import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type CityResponse, Reader } from 'maxmind';
import { singleton } from '#lib/singleton';

type Places = Pick<Reader<CityResponse>, 'get'>;

/** The names of our languages in such files, if they differ. */
const fileLanguages: Readonly<Record<string, string>> = { 'zh-Hans': 'zh-CN' };

/**
 * The approximate place of an address: the city and the country, in the person's language or English.
 * @param file the path of a file in MaxMind's format; null if there is none
 * @returns null for an address that is not in the file, or if the file cannot be read
 */
export function findPlace(address: string | null, locale: string, file: string | null): string | null {
  if (address === null || file === null || isIP(address) === 0) return null;
  const found = placesOf(file)?.get(address) ?? null;
  const nameOf = (names: object | undefined) => {
    const byLanguage: Readonly<Record<string, string | undefined>> = { ...names };
    return byLanguage[fileLanguages[locale] ?? locale] ?? byLanguage.en;
  };
  const parts = [nameOf(found?.city?.names), nameOf(found?.country?.names)].filter((name) => name !== undefined);
  return parts.length === 0 ? null : parts.join(', ');
}

/**
 * Read once in a process. A file that cannot be read is treated like a missing one, because nothing else depends on it.
 */
function placesOf(file: string): Places | null {
  const known = singleton('places', () => new Map<string, Places | null>());
  const read = known.get(file);
  if (read !== undefined) return read;
  const places = readPlaces(file);
  known.set(file, places);
  return places;
}

function readPlaces(file: string): Places | null {
  try {
    return new Reader<CityResponse>(readFileSync(file));
  } catch {
    return null;
  }
}
