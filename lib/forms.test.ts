import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountFormToken } from '#lib/account/person';
import type { HttpResponse } from '#lib/http/types';
import { readLoginPage } from '#lib/login/sign-in/read';
import { signInToAccount } from '#lib/testing/account';
import { fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf } from '#lib/testing/person';
import { createTestProvider, encodeForm, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { routes } from './routes';

/** The forms that people post. Those of the demo and of the administration have their own guards and tests. */
const forms = routes.filter(
  ({ audience, methods, mayShowPage, path, takesFile }) =>
    audience === 'browser' &&
    (methods.join() === 'POST' || mayShowPage) &&
    !takesFile &&
    !/^\/(demo|admin|connect)\//.test(path),
);
const fieldsOf = {
  account:
    'code confirmed csrf decision device disconnect_apps email end_others family_name locale name new_password notices ' +
    'passkey scope session setup username zoneinfo',
  interaction:
    'account code confirmation csrf decision email factor identifier interaction method name new_password passkey ' +
    'password provider purpose scope setup token user_code username',
};

type Kind = keyof typeof fieldsOf;
const kindOf = (path: string): Kind => (path.startsWith('/account/') ? 'account' : 'interaction');

let provider: TestProvider;
/** The values of a form that its page has just shown: the cookies and the hidden inputs. */
let shown: Readonly<Record<Kind, { readonly cookie: string; readonly inputs: FormFields }>>;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
  const holder = await signInToAccount(provider);
  const account = { csrf: accountFormToken(await holder.session(), provider.context()) };
  const person = createPerson(provider);
  const response = await person.get(authorizeRequest({}).path);
  const handle = new URL(locationOf(response)).searchParams.get('interaction') ?? '';
  const cookieHeader = cookieHeaderOf(person);
  const page = await readLoginPage(provider.context(), { interaction: handle, cookieHeader });
  if (page.page !== 'login') throw new Error(`expected the login page, found ${page.page}`);
  const interaction = { interaction: handle, csrf: page.form.csrf };
  shown = {
    account: { cookie: cookieHeaderOf(holder) ?? '', inputs: account },
    interaction: { cookie: cookieHeader ?? '', inputs: interaction },
  };
});
afterAll(() => provider.close());

async function send(
  path: string,
  body: string,
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<HttpResponse> {
  const { cookie } = shown[kindOf(path)];
  const form = { origin: issuer, cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers };
  return provider.send(path.replaceAll(/\[\w+\]/g, 'shop'), { body, headers: form });
}

it('all forms are checked', () => {
  expect(forms.length).toBeGreaterThanOrEqual(35);
});

describe.each(forms)('the form $path', ({ path }) => {
  const inputs = () => encodeForm(shown[kindOf(path)].inputs);

  it('comes from our own pages, in their content type (security #100, #148)', async () => {
    for (const origin of [undefined, 'null', 'https://evil.example', `${issuer}.evil.example`, `${issuer}/`]) {
      expect([origin, (await send(path, inputs(), { origin })).status]).toEqual([origin, 403]);
    }
    for (const type of [undefined, 'text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
      expect([type, (await send(path, inputs(), { 'content-type': type })).status]).toEqual([type, 415]);
    }
  });

  it('is refused if it is malformed (security #147)', async () => {
    const many = '&a='.repeat(200);
    for (const wrong of ['&a=1&a=1', '&a=&a=1', '&a=a%00b', '&a=%ff', '&a=%ED%A0%80', '&a=%', many]) {
      expect([wrong, (await send(path, inputs() + wrong)).status]).toEqual([wrong, 400]);
    }
  });

  it('accepts text of any length, and repeats little of it in its headers (security #152)', async () => {
    for (const field of fieldsOf[kindOf(path)].split(' ')) {
      const { [field]: _, ...others } = Object.fromEntries(new URLSearchParams(inputs()));
      const { status, headers } = await send(path, encodeForm({ ...others, [field]: 'x'.repeat(20_000) }));
      expect([field, status < 500, JSON.stringify(headers).length < 6000]).toEqual([field, true, true]);
    }
  });
});
