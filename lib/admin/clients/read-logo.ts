import type { ClientRecord } from '#lib/clients/client-record';
import { clientLogo } from '#lib/clients/logos/client-logo';
import { listClientLogos } from '#lib/clients/logos/logo-store';
import { type LogoProblem, logoProblems } from '#lib/protocol/client-logos/fetch-logo';
import type { AdminContext } from '../admin-context';

/** The state of the logo at a client's `logo_uri`. */
export type LogoState =
  | { readonly state: 'shown'; readonly address: string }
  /** It has not been fetched yet. */
  | { readonly state: 'waiting' }
  /** The client registered itself, so its logo is neither fetched nor shown. */
  | { readonly state: 'unvouched' }
  | { readonly state: 'failed'; readonly problem: LogoProblem; readonly isTriedAgain: boolean };

/** @returns null for a client without `logo_uri` */
export async function readLogo({ db }: Pick<AdminContext, 'db'>, client: ClientRecord): Promise<LogoState | null> {
  const { clientId, logoUri, selfRegistered } = client;
  if (logoUri === null) return null;
  if (selfRegistered) return { state: 'unvouched' };
  const [stored] = await listClientLogos(db, [clientId]);
  if (stored === undefined || stored.uri !== logoUri) return { state: 'waiting' };
  if (stored.hash !== null) {
    const address = clientLogo(client, new Map([[clientId, { uri: stored.uri, hash: stored.hash }]]));
    if (address !== null) return { state: 'shown', address };
  }
  const problem = logoProblems.find((known) => known === stored.problem);
  if (problem === undefined) return { state: 'waiting' };
  return { state: 'failed', problem, isTriedAgain: stored.nextAttemptAt !== null };
}
