import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClient } from '#lib/testing/client';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { portalSignIn, requiredSignIn } from './required-sign-in';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({ portal: { admin_second_factor: 'required' } });
});
afterAll(() => provider.close());

describe('the level of a sign-in for a client', () => {
  it.each([
    ['is what acr_values wish for', ['login'], [2]],
    ['is not raised by a wish with prompt=none (OpenID Connect Core §3.1.2.1)', ['none'], []],
  ])('%s', (_, prompt, wish) => {
    const request = { acrValues: 'urn:signet:acr:2', prompt: new Set(prompt) };
    const { asked } = requiredSignIn(request, testClient({ minimumAcr: 'phr' }), provider.context());
    expect(asked).toMatchObject({ must: 3, wish });
  });
});

describe('a sign-in for the portal itself', () => {
  const asks = { area: '/account', again: false, changesFactors: false };

  it.each([
    ['/admin', 2],
    ['/admin/clients', 2],
    ['/administration', 0],
    ['/account', 0],
    ['/account/admin/', 0],
  ])('requires a second factor where the administration does: %s', (area, must) => {
    const { asked } = portalSignIn({ ...asks, area }, provider.context());
    expect(asked).toMatchObject({ must, sparesNobody: must === 2 });
  });

  it('requires nothing more at the administration while nothing is configured there', () => {
    const { settings, snapshot } = provider.context();
    const portal = { ...snapshot.portal, adminSecondFactor: 'optional' as const };
    const { asked } = portalSignIn({ ...asks, area: '/admin' }, { settings, snapshot: { ...snapshot, portal } });
    expect(asked).toMatchObject({ must: 0, sparesNobody: true });
  });

  it.each([
    ['a new sign-in', true, ['login']],
    ['any session', false, []],
  ])('requires %s, as the page asks', (_, again, prompt) => {
    expect(portalSignIn({ ...asks, again }, provider.context()).prompt).toEqual(new Set(prompt));
  });
});
