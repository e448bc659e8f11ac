import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepFormState } from '#lib/http/form-state';
import { responseStorage } from '#lib/http/response-storage';
import { findRoute } from '#lib/routes';
import { readBinding } from '#lib/sessions/browser-binding';
import { administrators } from '#lib/testing/admin-action';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { createPerson, locationOf } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { actions, areaForms } from '../actions';
import { answeredForm, formState } from '../form-state';
import { openForm, pathOf } from './carried-form';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({ ...fixtures, users: administrators, clients: [fixtureClient('web')] });
});
afterAll(() => provider.close());

/** Sends a form without a session, signs in as the owner, and reads what their page shows. */
async function sendAndSignIn(path: string, fields: Readonly<Record<string, string>>) {
  const person = createPerson(provider);
  const signIn = new URL(locationOf(await person.submit(path, { csrf: 'x', ...fields })));
  const to = signIn.searchParams.get('to') ?? '';
  const response = await person.signIn(await person.get(`${signIn.pathname}${signIn.search}`), 'owner');
  const back = new URL(locationOf(response), issuer);
  const { db, settings, now } = provider.context();
  const { sub } = await db.user.findUniqueOrThrow({ where: { canonicalUsername: 'owner' } });
  const [form] = (readBinding(cookieHeaderOf(person), settings)?.all ?? []).flatMap(({ hash }) => {
    return (
      openForm(back.searchParams.get('answer') ?? '', { sub, browser: hash, path: pathOf(to) }, { settings, now }) ?? []
    );
  });
  const page = new ServerResponse(new IncomingMessage(new Socket()));
  if (form !== undefined) keepFormState(page, { ...form, problem: 'reauthenticate' });
  return {
    path: back.pathname,
    ...responseStorage().run(page, () => ({ form: answeredForm(), ofFields: formState() })),
  };
}

describe('a form that is carried through a sign-in', () => {
  it('is shown on its page with what was typed, but for secrets (security #104, #160)', async () => {
    const { path, form, ofFields } = await sendAndSignIn('admin/providers/google/secret', {
      reason: 'leaked',
      client_secret: 'one',
      private_key: 'two',
      confirm_password: 'three',
    });
    expect(path).toBe('/admin/providers/google/secret');
    expect(form).toMatchObject({
      address: '/admin/providers/google/secret/submit',
      values: { reason: ['leaked'] },
      problem: 'reauthenticate',
    });
    expect(Object.keys(form?.values ?? {})).toEqual(['reason']);
    expect(ofFields).toEqual(form);
  });

  it('beside the fields of its page leaves these as they are stored', async () => {
    const { path, form, ofFields } = await sendAndSignIn('admin/clients/web/enable', { reason: 'back again' });
    expect(path).toBe('/admin/clients/web/settings');
    expect(form).toMatchObject({ address: '/admin/clients/web/enable/submit', problem: 'reauthenticate' });
    expect(ofFields).toBeNull();
  });
});

describe('a form whose path contains something that is no name', () => {
  const named = [...actions, ...areaForms].filter(({ path }) => path.includes('['));

  it.each(named.map(({ path }) => [path]))('%s has no page, and is no error of the server', async (path) => {
    for (const segment of ['~', '~!!', '~AA', '%ff']) {
      const address = `/admin/${path.replaceAll(/\[\w+\]/g, segment)}/submit`;
      for (const method of ['GET', 'POST']) {
        const request = { method, path: address, query: '', body: '', clientAddress: '192.0.2.1' };
        const answer = await findRoute(address)?.handler(
          { ...request, headers: { origin: issuer } },
          provider.context(),
        );
        expect(answer?.status, `${method} ${address}`).toBe(404);
      }
    }
  });
});
