import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conformanceFile, plansWith, startParty } from '#lib/testing/conformance';
import type { FlowParty } from '#lib/testing/flow-party';
import { locationOf } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(conformanceFile);
});
afterAll(() => provider.close());

describe.each(plansWith())('who is asked to sign in, response_type %s', (_, plan) => {
  let party: FlowParty;
  beforeAll(async () => {
    party = await startParty(provider, plan);
  });

  it('oidcc-prompt-login: the person signs in again, and auth_time is later', async () => {
    const first = await party.signIn();
    provider.advance(2);
    const response = await first.person.get(party.path({ prompt: 'login' }));
    expect(locationOf(response)).toMatch(`${issuer}/login?`);
    const second = await party.finish(first.person, response);
    expect(second.idTokens[0]?.auth_time).toBeGreaterThan(Number(first.idTokens[0]?.auth_time));
  });

  it('oidcc-prompt-none-not-logged-in: login_required', async () => {
    const answer = party.answerOf(await provider.send(party.path({ prompt: 'none' })));
    expect(answer).toMatchObject({ error: 'login_required', state: 's1', iss: issuer });
  });

  it.each([
    ['oidcc-prompt-none-logged-in', {}, { prompt: 'none' }],
    ['oidcc-max-age-10000', { max_age: '15000' }, { max_age: '10000' }],
  ])('%s: nobody is asked, and sub and auth_time stay', async (_name, before, after) => {
    const first = await party.signIn(before);
    provider.advance(2);
    const response = await first.person.get(party.path(after));
    expect(party.answerOf(response)).not.toHaveProperty('error');
    const { idTokens } = await party.finish(first.person, response);
    const { sub, auth_time } = first.idTokens[0] ?? {};
    expect(idTokens[0]).toMatchObject({ sub, auth_time });
  });

  it('oidcc-id-token-hint: with prompt=none it answers at once, for the same person', async () => {
    const first = await party.signIn();
    const hint = String(first.tokens.id_token ?? first.answer.id_token);
    const second = await party.signIn({ prompt: 'none', id_token_hint: hint }, first.person);
    expect(second.idTokens[0]).toMatchObject({ sub: first.idTokens[0]?.sub, auth_time: first.idTokens[0]?.auth_time });
  });

  it('oidcc-max-age-1: a second later the person signs in again, and auth_time says when', async () => {
    const first = await party.signIn();
    provider.advance(2);
    const response = await first.person.get(party.path({ max_age: '1' }));
    expect(locationOf(response)).toMatch(`${issuer}/login?`);
    const { idTokens } = await party.finish(first.person, response);
    expect(idTokens[0]?.auth_time).toBe(Math.floor(provider.context().now.getTime() / 1000));
  });
});
