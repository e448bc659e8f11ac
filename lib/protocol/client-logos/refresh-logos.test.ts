import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientLogo } from '#lib/clients/logos/client-logo';
import { findLogoPicture, listClientLogos } from '#lib/clients/logos/logo-store';
import { createInitialToken } from '#lib/clients/registration/initial-token-store';
import { readRevision } from '#lib/db/revision';
import { changeClients } from '#lib/testing/change-clients';
import { bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { refreshLogos } from './refresh-logos';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>';

let provider: TestProvider;
let server: Server;
let origin: string;
let asked: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  asked = [];
  answer = (_, response) => response.end(drawing);
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  provider = await createTestProvider({ clients: [client()] }, { SIGNET_OUTBOUND_ALLOW: '127.0.0.1' });
});

afterEach(async () => {
  await provider.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const client = (more: object = {}) => ({
  client_id: 'web',
  client_secrets: [{ value: 'x' }],
  redirect_uris: ['https://rp.test/cb'],
  logo_uri: `${origin}/logo.svg`,
  ...more,
});

function refresh(limit?: number): Promise<number> {
  const context = provider.context();
  return refreshLogos(context.snapshot.clients.values(), context, limit);
}

const stored = async () => (await listClientLogos(provider.context().db))[0];

async function shown(): Promise<string | null> {
  await provider.configure({});
  const { snapshot } = provider.context();
  const web = snapshot.clients.get('web');
  return web === undefined ? null : clientLogo(web, snapshot.logos);
}

describe('the logo of an application (decision 010)', () => {
  it('is not fetched any more when the process stops (decision 005)', async () => {
    const context = provider.context();
    const parts = { ...context, signal: AbortSignal.abort() };
    expect([await refreshLogos(context.snapshot.clients.values(), parts), asked]).toEqual([0, []]);
  });

  it('is fetched once, re-encoded, and available to every process', async () => {
    const revision = await readRevision(provider.context().db);
    expect([await refresh(), await refresh()]).toEqual([1, 0]);
    expect(asked).toEqual(['/logo.svg']);
    expect(await readRevision(provider.context().db)).toBeGreaterThan(revision);
    const address = await shown();
    expect(address).toMatch(/^\/branding\/~clients\/[\w-]{22}$/);
    const picture = await findLogoPicture(provider.context().db, address?.split('/').at(-1) ?? '');
    expect(await sharp(picture ?? undefined).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 });
  });

  it('is not fetched when a file is read, planned or applied', async () => {
    await provider.configure({ clients: [client({ logo_uri: `${origin}/other.svg` })] });
    expect(asked).toEqual([]);
    expect(await shown()).toBeNull();
  });

  it('changes with its address, and is absent until that was fetched', async () => {
    await refresh();
    const first = await shown();
    await provider.configure({ clients: [client({ logo_uri: `${origin}/other.svg` })] });
    expect(await shown()).toBeNull();
    answer = (_, response) => response.end(drawing.replace('r="3"', 'r="2"'));
    expect(await refresh()).toBe(1);
    expect(await shown()).not.toBe(first);
    expect(asked).toEqual(['/logo.svg', '/other.svg']);
  });

  it('is shown again when the same picture moves to another address', async () => {
    await refresh();
    const first = await shown();
    await provider.configure({ clients: [client({ logo_uri: `${origin}/other.svg` })] });
    const revision = await readRevision(provider.context().db);
    expect(await refresh()).toBe(1);
    expect(await readRevision(provider.context().db)).toBeGreaterThan(revision);
    expect(await shown()).toBe(first);
  });

  it('that arrives after its address changed is discarded', async () => {
    answer = async (_, response) => {
      await provider.context().db.clientLogo.updateMany({ data: { uri: 'https://rp.test/another.svg' } });
      response.end(drawing);
    };
    expect(await refresh()).toBe(0);
    expect(await stored()).toMatchObject({ uri: 'https://rp.test/another.svg', hash: null });
  });

  it('is not delayed by clients without one', async () => {
    const others = ['a', 'b'].map((client_id) => client({ client_id, logo_uri: undefined }));
    await provider.configure({ clients: [...others, client()] });
    const context = provider.context();
    const owners = ['a', 'b', 'web'].flatMap((id) => context.snapshot.clients.get(id) ?? []);
    expect(await refreshLogos(owners, context, 1)).toBe(1);
    expect(asked).toEqual(['/logo.svg']);
  });

  it.each([
    ['registered itself', { selfRegistered: true }],
    ['is disabled', { enabled: false }],
  ])('is not fetched when the client %s (security #123)', async (_, data) => {
    await changeClients(provider.context().db, { clientId: 'web' }, data);
    await provider.configure({});
    expect([await refresh(), asked]).toEqual([0, []]);
  });

  it('is neither shown nor served after the client became self-registered', async () => {
    await refresh();
    const hash = (await shown())?.split('/').at(-1) ?? '';
    const { db } = provider.context();
    await changeClients(db, { clientId: 'web' }, { selfRegistered: true });
    await db.revision.updateMany({ data: { number: { increment: 1 } } });
    expect([await shown(), await findLogoPicture(db, hash)]).toEqual([null, null]);
  });

  it.each<[string, (response: ServerResponse) => void, string, boolean]>([
    ['is no picture', (response) => response.end('text'), 'picture_type', false],
    ['is a page with a picture’s type', page, 'picture_type', false],
    ['is half a picture', (response) => response.end(drawing.slice(0, -6)), 'picture_not_drawn', false],
    ['leads elsewhere', (response) => response.writeHead(302, { location: '/x' }).end(), 'redirected', false],
    ['is too large', (response) => response.end(Buffer.alloc(300_000)), 'too_large', false],
    ['is compressed', (response) => response.setHeader('content-encoding', 'gzip').end(drawing), 'encoded', false],
    ['is not there', (response) => response.writeHead(404).end(drawing), 'status', true],
    ['breaks off', (response) => response.destroy(), 'failed', true],
  ])('that %s is reported with its reason', async (_, respond, problem, isTriedAgain) => {
    answer = (_request, response) => respond(response);
    const revision = await readRevision(provider.context().db);
    expect(await refresh()).toBe(0);
    expect(await readRevision(provider.context().db), 'no page changes').toBe(revision);
    const row = await stored();
    expect([row?.problem, row?.hash, row?.nextAttemptAt !== null]).toEqual([problem, null, isTriedAgain]);
    expect(await shown()).toBeNull();
  });

  it.each(['http://10.0.0.1/logo.png', 'https://op.test/logo.png', 'https://127.0.0.2/logo.png'])(
    'is refused at a forbidden address: %s',
    async (uri) => {
      await provider.configure({ clients: [client({ logo_uri: uri })] });
      await refresh();
      expect((await stored())?.problem).toBe('refused');
    },
  );

  it('is retried at growing intervals for temporary failures only', async () => {
    answer = (_, response) => response.writeHead(503).end();
    const times: number[] = [];
    for (const waited of [0, 599, 1, 1200, 2399, 1, 4800, 100_000]) {
      provider.advance(waited);
      await refresh();
      times.push(asked.length);
    }
    expect(times).toEqual([1, 1, 2, 3, 3, 4, 5, 5]);
    expect(await stored()).toMatchObject({ attempts: 5, nextAttemptAt: null });
    answer = (_, response) => response.end(drawing);
    await provider.configure({ clients: [client({ logo_uri: `${origin}/new.svg` })] });
    expect(await refresh()).toBe(1);
  });

  it('is fetched by one of several processes', async () => {
    const changed = await Promise.all([refresh(), refresh(), refresh()]);
    expect(changed.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(asked).toHaveLength(1);
  });
});

function page(response: ServerResponse): void {
  response.setHeader('content-type', 'image/png').end('<!doctype html><svg></svg><script>1</script>');
}

describe('the logo of a client that registers (decision 010)', () => {
  const metadata = (path: string) => ({
    redirect_uris: ['https://rp.test/cb'],
    logo_uri: `${origin}${path}`,
  });
  const send = (path: string, body: object, bearer: string | null, method = 'POST') =>
    provider.send(path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(bearer !== null && { authorization: `Bearer ${bearer}` }) },
    });
  const logoOf = (clientId: unknown) => {
    const { snapshot } = provider.context();
    const registered = snapshot.clients.get(String(clientId));
    return registered === undefined ? null : clientLogo(registered, snapshot.logos);
  };

  const tokenOfOperator = () => {
    const { db, now } = provider.context();
    const expiresAt = new Date(now.getTime() + 60_000);
    return createInitialToken(db, { description: null, remainingUses: null, flows: 'code', expiresAt }, now);
  };

  it('is there with the answer if an operator gave it an initial access token, and after a replacement', async () => {
    const token = await tokenOfOperator();
    await provider.configure({ portal: { dynamic_registration: 'token' } });
    const registered = bodyOf(await send('/connect/register', metadata('/first.svg'), token));
    expect(logoOf(registered.client_id)).toMatch(/^\/branding\/~clients\//);

    answer = (_, response) => response.end(drawing.replace('r="3"', 'r="2"'));
    const { pathname, search } = new URL(String(registered.registration_client_uri));
    const replaced = { ...metadata('/second.svg'), client_id: registered.client_id };
    const first = logoOf(registered.client_id);
    await send(`${pathname}${search}`, replaced, String(registered.registration_access_token), 'PUT');
    expect(logoOf(registered.client_id)).toMatch(/^\/branding\/~clients\//);
    expect(logoOf(registered.client_id)).not.toBe(first);
    expect(asked).toEqual(['/first.svg', '/second.svg']);
  });

  it('is not missed by the registration if it cannot be fetched', async () => {
    const token = await tokenOfOperator();
    await provider.configure({ portal: { dynamic_registration: 'token' } });
    answer = (_, response) => response.writeHead(404).end();
    const registered = await send('/connect/register', metadata('/gone.svg'), token);
    expect([registered.status, logoOf(bodyOf(registered).client_id)]).toEqual([201, null]);
  });

  it('is never fetched of a stranger', async () => {
    await provider.configure({ portal: { dynamic_registration: 'open' } });
    const registered = bodyOf(await send('/connect/register', metadata('/stranger.svg'), null));
    expect([registered.logo_uri, logoOf(registered.client_id), asked]).toEqual([`${origin}/stranger.svg`, null, []]);
  });
});
