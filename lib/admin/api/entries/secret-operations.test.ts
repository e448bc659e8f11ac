import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { afterTransaction } from '#lib/testing/around-transaction';
import { clientSection } from '../../clients/section';
import type { AdminSection } from '../../entries/admin-section';
import { deleteSecret } from '../../entries/change-entry';
import { scopeSection } from '../../scopes/section';
import { apiRoot } from '../find-operation';
import type { Outcome } from '../operation';
import { secretOperations } from './secret-operations';

let area: TestAdmin;
beforeEach(async () => {
  area = await createTestAdmin({
    scopes: [{ name: 'orders', type: 'resource', secrets: [{ value: 'first' }] }],
    clients: [
      {
        client_id: 'job',
        client_secrets: [{ value: 'first' }],
        grant_types: ['client_credentials'],
        scope: 'orders',
      },
    ],
    users: [{ username: 'root', admin: 'owner' }],
  });
});
afterEach(() => area.close());

/** Makes a secret. @param meanwhile what another caller does once the secret is stored */
async function make(
  kind: AdminSection,
  name: string,
  description: string,
  meanwhile?: () => Promise<unknown>,
): Promise<Outcome> {
  const admin = await area.admin();
  const db = meanwhile === undefined ? admin.db : afterTransaction(admin.db, meanwhile);
  const [create] = secretOperations(kind);
  if (create === undefined) throw new Error('there is no operation');
  const body = { description, expires_in_days: description.length };
  return create.run({ ...admin, db }, { path: { [kind.key]: name }, query: {}, body, condition: { kind: 'none' } });
}

describe.each([
  ['a client', clientSection, 'job'],
  ['an API', scopeSection, 'orders'],
])('a new secret of %s', (_, kind, name) => {
  const secrets = async () => (await kind.get(await area.admin(), name)).secrets;

  it('is answered with its own ID and end while somebody else makes another one', async () => {
    const others: Outcome[] = [];
    const answer = await make(kind, name, 'mine', async () => others.push(await make(kind, name, 'theirs')));
    const answers = [answer, ...others];
    const stored = (await secrets()).slice(1);
    expect(stored.map(({ description }) => description)).toEqual(['mine', 'theirs']);
    expect(answers.map(({ body }) => body)).toEqual(
      stored.map(({ id, description, expiresAt }) =>
        expect.objectContaining({ id, description, expires_at: expiresAt?.toISOString() }),
      ),
    );
    expect(answers.map(({ location }) => location)).toEqual(
      stored.map(({ id }) => `${apiRoot}${kind.api.path}/${name}/secrets/${id}`),
    );
  });

  it('is answered even if somebody else deletes it at once', async () => {
    const answer = await make(kind, name, 'mine', async () => {
      const [, mine] = await secrets();
      await deleteSecret(await area.admin(), kind, name, mine?.id ?? '');
    });
    expect(answer).toMatchObject({ body: { description: 'mine' }, once: { secret: expect.any(String) } });
    expect(await secrets()).toHaveLength(1);
  });
});
