import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '#lib/clients/client';
import { parseParameters } from '#lib/http/form';
import { readBrowser } from '#lib/sessions/read-browser';
import { testClient, withClient } from '#lib/testing/client';
import { fixtures, issueCode } from '#lib/testing/fixtures';
import { authorizeRequest, type Person } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { allowAll } from './asked-claims';
import { draftGrant } from './draft-grant';
import { resolveRedirect } from './trusted-redirect';
import { validateRequest } from './validate-request';

let provider: TestProvider;
let person: Person;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
  person = (await issueCode(provider, { client_id: 'silent' })).person;
});
afterAll(() => provider.close());

/** The grant of a request that the person allowed. */
async function draft(scope: string, change: Partial<Client>, today: Partial<Client> = {}) {
  const client = testClient({ grantTypes: new Set(['authorization_code', 'refresh_token']), ...change });
  const context = withClient(provider.context(), client);
  const { db, settings, snapshot, now } = context;
  const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
  const { current: session } = await readBrowser({ db, settings, cookieHeader, portal: snapshot.portal, now });
  const parameters = parseParameters(authorizeRequest({ scope }).path.split('?')[1] ?? '');
  const to = parameters === null ? null : resolveRedirect(parameters, context);
  if (parameters === null || to === null || 'problem' in to || session === null) throw new Error('nothing to allow');
  const request = validateRequest(parameters, to, context);
  const allowed = allowAll(request, client, snapshot);
  return draftGrant({ request, client: { ...client, ...today }, session, allowed }, context);
}

const program = { selfRegistered: true };

it.each<[string, string, Partial<Client>, object, readonly string[]]>([
  [
    'of what was asked for',
    'openid profile',
    {},
    { scope: ['openid', 'profile'], offlineImplied: false },
    ['openid', 'profile'],
  ],
  [
    'with access while the person is away',
    'openid offline_access',
    {},
    { scope: ['openid', 'offline_access'], offlineImplied: false },
    ['openid', 'offline_access'],
  ],
  [
    'with that of a program, which is not told of a scope that it did not send',
    'openid',
    program,
    { scope: ['openid', 'offline_access'], offlineImplied: true },
    ['openid'],
  ],
  [
    'with that of a program that asked for it',
    'openid offline_access',
    program,
    { scope: ['openid', 'offline_access'], offlineImplied: false },
    ['openid', 'offline_access'],
  ],
])('a grant %s', async (_, scope, change, grant, told) => {
  expect(await draft(scope, change)).toMatchObject({ grant, scope: told });
});

it('is none once nothing may be released', async () => {
  expect(await draft('openid', {}, { scope: [] })).toMatchObject({ code: 'access_denied', rule: 'nothing_to_release' });
});
