import { brandingPath } from './brand';

/** The folder for pictures of people. It is among the folders of tenants, whose names never start with `~`. */
export const peopleFolder = '~people';
export const peoplePath = `${brandingPath}/${peopleFolder}`;

/** The path of a person's picture on this server. Null if they have none, or it is elsewhere. */
export function ownPicture({ picture }: Readonly<Record<string, unknown>>, issuer: string): string | null {
  const isOurs = typeof picture === 'string' && picture.startsWith(`${issuer}${peoplePath}/`);
  return isOurs ? picture.slice(issuer.length) : null;
}
