import { clientTabs } from '#lib/admin/clients/fields';
import { readClient } from '#lib/admin/clients/read';
import { unchangedName } from '#lib/admin/entries/entry-fields';
import { saveEntryForm } from '#lib/admin/entries/entry-forms';
import { createTestAdmin, postedForm } from '#lib/testing/admin';
import { createTestApi } from '#lib/testing/admin-api';
import { approvedDevice, deviceFixtures, pollDevice } from '#lib/testing/device';
import { issueCode, redeem, refresh, secrets } from '#lib/testing/fixtures';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';

type Walk = () => Promise<void>;

/** A path through the product, on its own database. */
export type Journey = {
  readonly name: string;
  /** @returns a function that prepares a walk, which throws if it does not reach its end */
  readonly open: () => Promise<{ readonly ready: () => Promise<Walk>; readonly close: () => Promise<void> }>;
};

export const journeys: readonly Journey[] = [
  {
    name: 'client_credentials',
    open: () =>
      openProvider(async (provider) => async () => {
        const headers = { authorization: basic('m2m', secrets.m2m) };
        arrived(await provider.post('/connect/token', { grant_type: 'client_credentials' }, headers));
      }),
  },
  {
    name: 'authorize, sign-in, consent, code, token',
    open: () =>
      openProvider(async (provider) => async () => arrived(await redeem(provider, await issueCode(provider)))),
  },
  {
    name: 'refresh',
    open: () =>
      openProvider(async (provider) => {
        const { refresh_token: token } = bodyOf(
          await redeem(provider, await issueCode(provider, { scope: 'openid offline_access' })),
        );
        return async () => arrived(await refresh(provider, token));
      }),
  },
  {
    name: 'device',
    open: () =>
      openProvider(
        async (provider) => async () =>
          arrived(await pollDevice(provider, (await approvedDevice(provider)).deviceCode)),
      ),
  },
  { name: 'redirect URI saved in the admin area', open: openForm },
  { name: 'redirect URI saved by the admin API', open: openApi },
];

async function openProvider(ready: (provider: TestProvider) => Promise<Walk>) {
  const provider = await createTestProvider(deviceFixtures);
  return { ready: () => ready(provider), close: provider.close };
}

/** The fields of the page that the form does not change. */
const unchanged = Object.keys(clientTabs.settings).filter((name) => name !== 'redirect_uris');

let saved = 0;
const nextRedirectUri = () => `https://rp.test/cb/${++saved}`;

async function openForm() {
  const area = await createTestAdmin(deviceFixtures);
  const ready = async () => {
    const { version } = await readClient(await area.admin(), 'web');
    const posted = { section: 'clients', client_id: 'web', tab: 'settings', version, redirect_uris: nextRedirectUri() };
    return async () => {
      const outcome = await saveEntryForm(await area.admin(), postedForm({ ...posted, [unchangedName]: unchanged }));
      if (!('goTo' in outcome)) throw new Error('the form was not saved');
    };
  };
  return { ready, close: area.close };
}

async function openApi() {
  const api = await createTestApi();
  const token = await api.tokenOf('editor', 'signet.admin');
  const ready = async () => {
    const { headers } = await api.call('GET', '/clients/web', { token });
    const body = { redirect_uris: [nextRedirectUri()] };
    const request = { token, body, headers: { 'if-match': String(headers.etag) } };
    return async () => arrived(await api.call('PATCH', '/clients/web', request));
  };
  return { ready, close: api.close };
}

function arrived({ status, body }: { readonly status: number; readonly body: string }): void {
  if (status !== 200) throw new Error(`the journey ended with ${status}: ${body}`);
}
