import type { ClientRecord } from '#lib/clients/client-record';
import { toClientRow } from '#lib/clients/client-store';

/** The client_id of a seeded client. */
export function seedClientId(index: number): string {
  return `client-${String(index).padStart(5, '0')}`;
}

/** Clients like the models, each with its own addresses and secrets. Returns their rows by table. */
export function clientRows(models: readonly ClientRecord[], count: number, now: Date) {
  const records = Array.from({ length: count }, (_, index) => likeModel(models[index % models.length], index));
  return {
    Client: records.map((record) => ({ ...toClientRow(record), createdAt: now, updatedAt: now })),
    ClientSecret: records.flatMap(({ clientId, secrets }) =>
      secrets.map((secret, position) => ({ ...secret, clientId, position, createdAt: now })),
    ),
  };
}

function likeModel(model: ClientRecord | undefined, index: number): ClientRecord {
  if (model === undefined) throw new Error('there is no client to take for a model');
  const clientId = seedClientId(index);
  const own = (uri: string) => uri.replace('example', `${clientId}.example`);
  return {
    ...model,
    clientId,
    clientName: `${model.clientId.slice('model-'.length)} application ${index}`,
    enabled: index % 50 !== 49,
    selfRegistered: index % 20 === 7,
    redirectUris: model.redirectUris.flatMap((uri) => [own(uri), own(`${uri}/silent`)]),
    allowedCorsOrigins: model.allowedCorsOrigins?.map(own) ?? null,
    secrets: model.secrets.map((secret) => ({ ...secret, id: `secret-${index}` })),
  };
}
