import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findClient } from '#lib/clients/client-store';
import { beginRecording, writeUses } from '#lib/clients/usage/use-store';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { fixtureClient, fixtures, issueCode, redeem } from '#lib/testing/fixtures';
import { authorizeRequest } from '#lib/testing/person';
import type { FormFields } from '#lib/testing/provider';
import { clientPages } from '#views/admin/clients/view';
import { pkceLibraries } from '#views/admin/clients/views/overview';
import { readChecks } from '../../checks/read';
import { requirePkceForm } from '../actions';

const daySeconds = 86_400;
const bare: FormFields = { code_challenge: undefined, code_challenge_method: undefined };
const web = { ...fixtureClient('web'), require_pkce: 'auto' };
let area: TestAdmin;

beforeEach(async () => {
  area = await createTestAdmin({ ...fixtures, clients: [web] });
  const { db, now } = await area.admin();
  await beginRecording(db, now);
});
afterEach(() => area.close());

async function signIn(request: FormFields = {}): Promise<void> {
  const issued = await issueCode(area.provider, request);
  const answer = await redeem(area.provider, issued, request === bare ? { code_verifier: undefined } : {});
  expect(answer.status).toBe(200);
  await writeUses((await area.admin()).db);
}

async function found(): Promise<string[]> {
  const checks = await readChecks(await area.admin());
  return checks.flatMap(({ rule, object }) => (rule.startsWith('pkce_') ? [`${rule} ${object.id}`] : []));
}

/** The page of the client, or one of its tabs, as text of HTML. */
async function page(tab = ''): Promise<string> {
  const found = clientPages.pages.find(({ path }) => path === `clients/[client_id]${tab}`);
  const asked = { admin: await area.admin(), names: { client_id: 'web' }, query: {}, csrf: 'c', nonce: '' };
  const content = found && 'render' in found ? await found.render(asked) : null;
  if (content === null || !('body' in content)) throw new Error(`there is no page ${tab}`);
  return renderToStaticMarkup(content.body).replaceAll('&quot;', '"').replaceAll('&#x27;', "'");
}
const oneClick = 'action="/admin/clients/web/require-pkce/submit"';

const require = async () => requirePkceForm(await area.admin(), postedForm({ client_id: 'web' }));
const setting = async () => (await findClient((await area.admin()).db, 'web'))?.record.requirePkce;

describe('a confidential client left at require_pkce: auto (RFC 9700 §2.1.1, decision 011)', () => {
  it('is named while it redeems codes without PKCE, and cannot be made to need it', async () => {
    await signIn(bare);
    await signIn();
    expect(await found()).toEqual(['pkce_not_used web']);
    for (const tab of ['', '/access']) {
      const told = await page(tab);
      for (const { library, line } of pkceLibraries) {
        expect([library, told.includes(library) && told.includes(line ?? '')]).toEqual([library, true]);
      }
      expect(told.includes(oneClick)).toBe(false);
    }
    await expect(require()).rejects.toMatchObject({ code: 'changed_meanwhile' });
    expect(await setting()).toBe('auto');
  });

  it('is offered the requirement once every code of seven days had a challenge', async () => {
    await signIn(bare);
    area.provider.advance(1);
    for (let day = 0; day < 7; day += 1) {
      await signIn();
      expect(await found(), `day ${day}`).toEqual(['pkce_not_used web']);
      area.provider.advance(daySeconds);
    }
    await signIn();
    expect(await found()).toEqual(['pkce_not_required web']);
    expect((await page()).includes(oneClick)).toBe(true);
    await require();
    expect(await setting()).toBe(true);
    area.provider.advance(10);
    expect(await found()).toEqual([]);
    expect((await page()).includes(oneClick)).toBe(false);
  });

  it('is not offered it before seven days of uses were recorded', async () => {
    await signIn();
    area.provider.advance(7 * daySeconds - 1);
    await signIn();
    expect(await found()).toEqual([]);
    area.provider.advance(2);
    expect(await found()).toEqual(['pkce_not_required web']);
  });

  it('is not judged by requests that anybody can send in its name', async () => {
    area.provider.advance(8 * daySeconds);
    await signIn();
    await area.provider.send(authorizeRequest(bare).path);
    const issued = await issueCode(area.provider, bare);
    expect((await redeem(area.provider, issued, { code_verifier: undefined }, null)).status).toBe(401);
    await writeUses((await area.admin()).db);
    expect(await found()).toEqual(['pkce_not_required web']);
  });
});

describe('a secret without an end (decision 011)', () => {
  it('is reminded of when it is older than a year', async () => {
    const old = async () => (await readChecks(await area.admin())).filter(({ rule }) => rule === 'secret_old').length;
    area.provider.advance(365 * daySeconds);
    expect(await old()).toBe(0);
    area.provider.advance(1);
    expect(await old()).toBe(1);
  });
});
