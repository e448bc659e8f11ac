import type { Row } from './bulk-insert';
import { seedClientId } from './client-rows';
import { createDice } from './dice';
import { dayMs, type SeedSizes, seedDays } from './sizes';

const rules = ['token.client_secret', 'authorize.redirect_uri', 'token.code_expired'] as const;
const endpoints = ['/connect/token', '/connect/authorize', '/connect/userinfo'] as const;

/** The refused requests of the last week: a tenth of the rows of the audit log, limited to the number that is kept. */
export function* explanationRows({ events, clients }: SeedSizes, now: Date): Generator<Row> {
  const dice = createDice(5);
  for (let index = 0; index < Math.min(events / 10, 200_000); index += 1) {
    const createdAt = new Date(now.getTime() - dice.roll(7 * dayMs));
    yield {
      reference: `S${String(index).padStart(9, '0')}`,
      groupKey: `seed-${index}`,
      endpoint: endpoints[index % endpoints.length] ?? '',
      rule: rules[index % rules.length] ?? '',
      error: 'invalid_request',
      description: 'a seeded refusal',
      clientId: seedClientId(dice.lean(clients)),
      network: '198.51.100.0/24',
      facts: '{}',
      occurrences: 1 + dice.roll(20),
      createdAt,
      lastSeenAt: createdAt,
      expiresAt: new Date(createdAt.getTime() + 7 * dayMs),
    };
  }
}

/** A history with this number of changes, each of one client. Returns rows by table. */
export function* revisionRows({ clients }: SeedSizes, first: number, now: Date) {
  const person = { actorKind: 'user', actorId: 'seed-user-0000000', actorName: 'Root' };
  const stepMs = (seedDays * dayMs) / clients;
  for (let index = 0; index < clients; index += 1) {
    const number = first + index;
    const at = new Date(now.getTime() - (clients - index) * stepMs);
    const key = seedClientId(index);
    const [before, after] = ['Before', 'After'].map((client_name) => JSON.stringify({ client_id: key, client_name }));
    yield {
      ConfigurationRevision: { number, at, source: 'area', ...person, reason: null },
      ConfigurationChange: {
        number,
        position: 0,
        section: 'clients',
        key,
        before: before ?? null,
        after: after ?? null,
      },
    };
  }
}
