import type { ProviderRecord } from '#lib/providers/provider-record';
import { desiredProvider } from './desired';
import type { ConfigurationFile } from './file';
import { type Wire, wireProvider } from './wire';

/**
 * The providers that a file describes, in its order: those it lists share out the places they have, new ones come
 * after all others.
 * @throws ConfigurationError when a sealed secret does not open
 */
export function desiredProviders(
  file: ConfigurationFile,
  stored: readonly ProviderRecord[],
  secret: string,
): ProviderRecord[] {
  const entries = file.sections.identity_providers ?? [];
  const former = new Map(stored.map((provider) => [provider.name, provider]));
  const places = placesFor(
    entries.map((entry) => former.get(entry.name)?.position),
    stored,
  );
  return entries.map((entry, index) => {
    try {
      return desiredProvider(entry, former.get(entry.name), { secret, position: places[index] ?? index });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'cannot_open')) throw error;
      const message = 'was sealed under another SIGNET_SECRET or for another provider; write the secret itself';
      throw file.fail([{ path: ['identity_providers', index, 'client_secret'], code: 'sealed', message }]);
    }
  });
}

function placesFor(positions: readonly (number | undefined)[], stored: readonly ProviderRecord[]): number[] {
  const next = Math.max(-1, ...stored.map((provider) => provider.position)) + 1;
  const known = positions.filter((position) => position !== undefined);
  const added = positions.slice(known.length).map((_, index) => next + index);
  return [...known, ...added].sort((a, b) => a - b);
}

/** A provider as a plan compares it: with its place among the buttons, which the file says by its order. */
export function orderedWire(provider: ProviderRecord): Wire {
  return { ...wireProvider(provider), position: provider.position };
}
