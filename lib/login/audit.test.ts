import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { createPerson, password } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';

const query = new URLSearchParams({
  response_type: 'code',
  client_id: 'web',
  redirect_uri: 'https://rp.test/cb',
  scope: 'openid profile',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
});

let provider: TestProvider;

beforeEach(async () => {
  provider = await createTestProvider({
    clients: [
      {
        client_id: 'web',
        client_name: 'Web shop',
        client_secrets: [{ value: 'web-secret' }],
        redirect_uris: ['https://rp.test/cb'],
        scope: 'openid profile',
      },
    ],
    users: [{ username: 'alice', password, claims: { name: 'Alice' } }],
  });
});

afterEach(() => provider.close());

const recorded = async () => {
  const events = await listEvents(provider.context().db, {}, 20);
  const ofPeople = events.filter(({ clientId, type }) => clientId === 'web' && !type.startsWith('client.'));
  return ofPeople.sort((a, b) => a.type.localeCompare(b.type));
};

describe('what people do is recorded', () => {
  it('keeps sign-ins, failures and consent with name, client and address (security #163)', async () => {
    const person = createPerson(provider, '192.0.2.9');
    const login = await person.get(`/connect/authorize?${query}`);
    await person.signIn(login, 'alice', { password: 'wrong password' });
    const consent = await person.signIn(login);
    await person.allow(consent);
    expect(await recorded()).toMatchObject([
      { type: 'consent.granted', outcome: 'success', actorName: 'alice', clientName: 'Web shop', address: '192.0.2.9' },
      { type: 'sign_in.failed', outcome: 'failure', actorKind: 'anonymous', targetName: 'alice', address: '192.0.2.9' },
      { type: 'sign_in.succeeded', outcome: 'success', actorName: 'alice', targetName: 'alice', address: '192.0.2.9' },
    ]);
  });

  it('keeps no password', async () => {
    const person = createPerson(provider);
    const login = await person.get(`/connect/authorize?${query}`);
    await person.signIn(login, 'alice', { password: 'canary-of-a-password' });
    expect(JSON.stringify(await recorded())).not.toContain('canary');
  });
});
