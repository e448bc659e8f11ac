import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { answerDevice, deviceFixtures, enterCode, reachConfirm, seeDevicePage, startDevice } from '#lib/testing/device';
import { authorizeRequest, createPerson, type Person } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { readLoginPage } from '../sign-in/read';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(deviceFixtures);
});
afterAll(() => provider.close());

const reports = () => listEvents(provider.context().db, { types: ['device_code.reported'] }, 1000);

/** Denies a device, and reads the page that follows. */
async function deny(person: Person) {
  const { userCode } = await startDevice(provider);
  const denied = await answerDevice(provider, person, await reachConfirm(person, userCode), 'deny');
  const page = await seeDevicePage(provider, person, denied);
  if (page.page !== 'device-denied') throw new Error(page.page);
  const fields = { interaction: page.form.interaction ?? '', csrf: page.form.csrf, decision: 'report' };
  return { denied, page, fields };
}

describe('reporting a device that was not connected (ux §1.6.10)', () => {
  it('records one event with person, device and place, even if it is sent repeatedly', async () => {
    const person = createPerson(provider, '203.0.113.1');
    const { denied, page, fields } = await deny(person);
    const before = await reports();
    expect(page.isReported).toBe(false);
    const answers = await Promise.all([person.submit('device', fields), person.submit('device', fields)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await seeDevicePage(provider, person, denied)).toMatchObject({ page: 'device-denied', isReported: true });
    const all = await reports();
    expect(all.slice(0, all.length - before.length)).toMatchObject([
      {
        outcome: 'failure',
        actorName: 'alice',
        clientId: 'tv',
        clientName: 'Living room TV',
        address: '203.0.113.1',
        details: JSON.stringify({ requested_from: '198.51.100.7' }),
      },
    ]);
  });

  it('accepts it from somebody who canceled at the sign-in', async () => {
    const before = (await reports()).length;
    const person = createPerson(provider, '203.0.113.2');
    const entered = await enterCode(person, (await startDevice(provider)).userCode);
    const interaction = new URL(String(entered.headers.location)).searchParams.get('interaction') ?? '';
    const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    const login = await readLoginPage(provider.context(), { interaction, cookieHeader });
    if (login.page !== 'login') throw new Error(login.page);
    const { csrf } = login.form;
    await person.submit('login', { interaction, csrf, decision: 'cancel' });
    expect((await person.submit('device', { interaction, csrf, decision: 'report' })).status).toBe(303);
    const all = await reports();
    expect(all).toHaveLength(before + 1);
    expect(all).toContainEqual(expect.objectContaining({ actorKind: 'anonymous', address: '203.0.113.2' }));
  });

  it('is refused for a connected device, in another browser and with a forged form', async () => {
    const before = (await reports()).length;
    const person = createPerson(provider, '203.0.113.3');
    const { fields } = await deny(person);
    expect((await person.submit('device', { ...fields, csrf: 'x' })).status).toBe(403);
    expect((await createPerson(provider).submit('device', fields)).status).toBe(403);
    const { userCode } = await startDevice(provider);
    const confirmed = await reachConfirm(person, userCode);
    const page = await seeDevicePage(provider, person, confirmed);
    if (page.page !== 'device-confirm') throw new Error(page.page);
    const done = await answerDevice(provider, person, confirmed, 'allow');
    const connected = { ...fields, interaction: page.form.interaction ?? '' };
    await person.submit('device', connected);
    expect(await seeDevicePage(provider, person, done)).toMatchObject({ page: 'device-done' });
    expect(await reports()).toHaveLength(before);
  });

  it('is refused for an unknown interaction', async () => {
    const person = createPerson(provider, '203.0.113.5');
    const { fields } = await deny(person);
    expect((await person.submit('device', { ...fields, interaction: 'x'.repeat(43) })).status).toBe(404);
  });

  it('is refused for an interaction of the same browser without a device', async () => {
    const before = (await reports()).length;
    const person = createPerson(provider, '203.0.113.4');
    const login = await person.get(authorizeRequest().path);
    const interaction = new URL(String(login.headers.location)).searchParams.get('interaction') ?? '';
    const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    const page = await readLoginPage(provider.context(), { interaction, cookieHeader });
    if (page.page !== 'login') throw new Error(page.page);
    const { csrf } = page.form;
    expect((await person.submit('device', { interaction, csrf, decision: 'report' })).status).toBe(400);
    expect(await reports()).toHaveLength(before);
  });
});
