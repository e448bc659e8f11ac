import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountHolder, answerKept, signInToAccount } from '#lib/testing/account';
import { fixtures } from '#lib/testing/fixtures';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { accountFormToken } from '../person';
import { findPictureById } from './picture-store';

let provider: TestProvider;
let holder: AccountHolder;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
  holder = await signInToAccount(provider);
});
afterAll(() => provider.close());

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a5' } })
    .withExif({ IFD0: { Copyright: 'canary of the metadata' } })
    .jpeg()
    .toBuffer();

type Part = string | Buffer;

/** Posts the form with these fields. A Buffer is sent as a file. */
async function upload(fields: readonly (readonly [string, Part])[], headers: Record<string, string> = {}) {
  const form = new FormData();
  form.append('csrf', accountFormToken(await holder.session(), provider.context()));
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), 'me.png');
  }
  const body = new Response(form);
  const type = body.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await body.arrayBuffer());
  const sent = { origin: issuer, 'content-type': type, cookie: cookieHeaderOf(holder), ...headers };
  return provider.send('/account/picture/submit', { method: 'POST', headers: sent, body: '', bytes });
}

const keptOf = async (response: Awaited<ReturnType<typeof upload>>) =>
  answerKept(provider, response, (await holder.session()).sub).kept;

const pictureOf = async () => (await holder.session()).user.claims.picture;

describe('the picture of a person (security #126)', () => {
  it('is redrawn as a square, at its own address in the claim', async () => {
    expect(await keptOf(await upload([['picture', await photo(600, 300)]]))).toMatchObject({ kind: 'done' });
    const first = String(await pictureOf());
    expect(first).toMatch(/^https:\/\/op\.test\/branding\/~people\/[\w-]{22}$/);
    const found = await findPictureById(provider.context().db, first.split('/').at(-1) ?? '');
    expect(found?.type).toBe('image/webp');
    const bytes = Buffer.from(found?.bytes ?? []);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 384, height: 384 });
    expect(bytes.toString('latin1')).not.toContain('canary');
    await upload([['picture', await photo(40, 40)]]);
    expect(await pictureOf()).not.toBe(first);
    expect(await findPictureById(provider.context().db, first.split('/').at(-1) ?? '')).toBeNull();
  });

  it.each([
    ['nothing', [], 'account.picture.problem.missing'],
    ['a text', [['picture', Buffer.from('text')]], 'account.picture.problem.type'],
    [
      'a drawing',
      [['picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]],
      'account.picture.problem.type',
    ],
    ['half a picture', [['picture', Buffer.from('ffd8ffe0', 'hex')]], 'account.picture.problem.not_drawn'],
    ['more than 1 MB', [['picture', Buffer.alloc(1024 * 1024 + 1)]], 'account.picture.problem.too_large'],
  ] as const)('is not created from %s', async (_, fields, key) => {
    const before = await pictureOf();
    expect(await keptOf(await upload(fields))).toMatchObject({ kind: 'problem', field: 'picture', words: { key } });
    expect(await pictureOf()).toBe(before);
  });

  it.each([
    ['from another site (security #100)', [], { origin: 'https://evil.test' }, 403],
    ['with another token (security #100)', [['csrf', 'x']], {}, 400],
    ['that is not multipart/form-data', [], { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['that is truncated', [], { 'content-type': 'multipart/form-data; boundary=x' }, 400],
    ['with a file in another field', [['csrf2', Buffer.from('x')]], {}, 400],
    [
      'with two files',
      [
        ['picture', Buffer.from('x')],
        ['picture', Buffer.from('x')],
      ],
      {},
      400,
    ],
    [
      'with a repeated field, one of them empty',
      [
        ['name', ''],
        ['name', 'x'],
      ],
      {},
      400,
    ],
    ['with a NUL', [['name', 'a\0b']], {}, 400],
  ] as const)('is refused in a form %s', async (_, fields, headers, status) => {
    expect((await upload(fields, headers)).status).toBe(status);
  });

  it('is removed with its claim', async () => {
    await upload([['picture', await photo(40, 40)]]);
    expect(await keptOf(await upload([['decision', 'remove']]))).toMatchObject({ kind: 'done' });
    expect(await pictureOf()).toBeUndefined();
    expect(await provider.context().db.userPicture.count()).toBe(0);
  });
});

describe('the language and the time zone', () => {
  const send = async (fields: Record<string, string>) => keptOf(await holder.send('account/language', fields));

  it('are saved, and removed if nothing is chosen', async () => {
    expect(await send({ locale: 'pt-BR', zoneinfo: 'Europe/Berlin' })).toMatchObject({ kind: 'done' });
    expect((await holder.session()).user.claims).toMatchObject({ locale: 'pt-BR', zoneinfo: 'Europe/Berlin' });
    await send({});
    const names = Object.keys((await holder.session()).user.claims);
    expect(names.filter((name) => name === 'locale' || name === 'zoneinfo')).toEqual([]);
  });

  it.each([
    [{ locale: 'tlh', zoneinfo: 'UTC' }, 'locale'],
    [{ locale: 'en-XA' }, 'locale'],
    [{ locale: 'de', zoneinfo: 'Mars/Olympus' }, 'zoneinfo'],
  ])('refuses %j', async (fields, field) => {
    expect(await send(fields)).toMatchObject({ kind: 'problem', field });
  });
});
