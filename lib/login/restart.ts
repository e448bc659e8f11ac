import type { Client } from '#lib/clients/client';
import type { DeviceInteraction } from '#lib/interactions/devices/store';
import type { Interaction } from '#lib/interactions/store';
import { rebuildRequest } from '#lib/protocol/authorize/rebuild-request';
import type { ProblemPage } from './page-models';

/** Where a person begins again after their time was up; null when only the application can ask anew. */
export function restartOf(
  interaction: Interaction | DeviceInteraction,
  client: Client,
): NonNullable<ProblemPage['again']> | null {
  const href = restartAddress(interaction, client);
  return href === null ? null : { word: 'restart', href };
}

function restartAddress(interaction: Interaction | DeviceInteraction, client: Client): string | null {
  if (interaction.kind === 'device') return '/device';
  if (interaction.area !== null) return interaction.area;
  // RFC 9126 §5: such a client's requests come from the client alone.
  if (client.requirePushedAuthorizationRequests) return null;
  return `/connect/authorize?${rebuildRequest(interaction.request)}`;
}
