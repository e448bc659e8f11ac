import { randomBytes } from 'node:crypto';
import { simpleParser } from 'mailparser';
import { afterEach, describe, expect, it } from 'vitest';
import { readAuthenticator } from '#lib/account/factors/read';
import { accountFormToken } from '#lib/account/person';
import { composeMail } from '#lib/mail/compose-mail';
import { buildMessage } from '#lib/mail/outbox-folder';
import { signInToAccount } from '#lib/testing/account';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, password } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { sampleMail } from '#lib/testing/sample-mails';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { lookOf } from './look';
import { mailLook } from './mail-look';

let provider: TestProvider;
afterEach(() => provider.close());

const own = `Harbour ${randomBytes(4).toString('hex')}`;
const acme = `Acme ${randomBytes(4).toString('hex')}`;
const { hostname } = new URL(issuer);

const tenants = [{ name: 'acme', display_name: acme }];
const client = { ...fixtureClient('silent'), client_id: 'shop' };

async function start(isNamed: boolean, hasTenant: boolean): Promise<void> {
  provider = await createTestProvider({
    ...fixtures,
    clients: [{ ...client, ...(hasTenant && { tenant: 'acme' }) }],
    users: [{ username: 'alice', password, ...(hasTenant && { tenants: ['acme'] }) }],
    ...(hasTenant && { tenants }),
    ...(isNamed && { portal: { display_name: own } }),
  });
}

describe.each([
  ['no name', false, false, { page: 'Signet', kept: hostname }],
  ['the name of the portal', true, false, { page: own, kept: own }],
  ['the name of the tenant alone', false, true, { page: acme, kept: acme }],
  ['the name of the tenant before that of the portal', true, true, { page: acme, kept: acme }],
] as const)('with %s', (_, isNamed, hasTenant, { page, kept }) => {
  it('are the sign-in page and its title', async () => {
    await start(isNamed, hasTenant);
    const person = createPerson(provider);
    const asked = await person.get(authorizeRequest({ client_id: 'shop' }).path);
    const { pathname, search } = new URL(locationOf(asked));
    const { body } = await person.get(pathname + search);
    expect(/<title>([^<]*)<\/title>/.exec(String(body))?.[1]).toMatch(new RegExp(`· ${page}$`));
    expect(/<header[^>]*>(.*?)<\/header>/s.exec(String(body))?.[1]).toContain(page);
  });

  it('are mails, their sender and subject', async () => {
    await start(isNamed, hasTenant);
    const { portal, tenants: known } = provider.context().snapshot;
    const look = await mailLook(lookOf(portal, known.get('acme') ?? null));
    const settings = { issuer, mailFrom: { name: null, address: 'no-reply@op.test' }, geoipFile: null };
    const mail = composeMail(sampleMail('email_code'), { id: 'the-id', writtenAt: new Date(0), look, settings });
    const { from, subject, text } = await simpleParser(await buildMessage(mail));
    expect(from?.value[0]?.name).toBe(page);
    expect(subject).toContain(page);
    expect(text).toContain(page);
  });

  it('are the issuer in an authenticator app and the relying party of a passkey', async () => {
    await start(isNamed, hasTenant);
    const alice = await signInToAccount(provider);
    const session = await alice.session();
    const { setup } = await readAuthenticator(session, {}, provider.context());
    expect(new URL(setup?.uri ?? '').searchParams.get('issuer')).toBe(kept);
    const csrf = accountFormToken(session, provider.context());
    const headers = { origin: issuer, cookie: cookieHeaderOf(alice) };
    const { body } = await provider.post('/account/passkeys/challenge', { csrf }, headers);
    expect(JSON.parse(String(body)).rp).toEqual({ id: hostname, name: kept });
  });
});

it('shows pages that end a request, and those of nobody, with the name of the portal', async () => {
  await start(true, false);
  const refused = await createPerson(provider).get(authorizeRequest({ client_id: 'nobody' }).path);
  expect(refused.status).toBe(400);
  expect(refused.body).toContain(`· ${own}</title>`);
  expect(refused.body).not.toContain('Signet');
  const page = await createPerson(provider).get('/login?interaction=unknown');
  expect(page.body).toContain(`· ${own}</title>`);
});

it('keeps a very long name short in an authenticator app, whose QR code has to hold it twice', async () => {
  provider = await createTestProvider({ ...fixtures, portal: { display_name: 'Häfen '.repeat(33).trim() } });
  const alice = await signInToAccount(provider);
  const { setup } = await readAuthenticator(await alice.session(), {}, provider.context());
  expect(new URL(setup?.uri ?? '').searchParams.get('issuer')).toHaveLength(59);
  expect(setup?.qr.size).toBeGreaterThan(20);
});
