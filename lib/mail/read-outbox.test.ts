import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locales } from '#lib/i18n/locales';
import { sampleMail } from '#lib/testing/sample-mails';
import { composeMail } from './compose-mail';
import { mailKindNames } from './mail-kinds';
import { portalLook } from './mail-page';
import { buildMessage, outboxFolder, writeToOutbox } from './outbox-folder';
import { readOutbox } from './read-outbox';

const writtenAt = new Date('2030-01-01T12:34:56.789Z');
const settings = {
  issuer: 'http://localhost:3000',
  mailFrom: { name: null, address: 'no-reply@localhost' },
  geoipFile: null,
};
let dataFolder: string;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'signet-outbox-'));
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

const read = (name: string | null = null, isLocal = true) =>
  readOutbox({ isLocal, settings: { smtp: null, localhost: true, dataFolder } }, name);

function compose(kind: (typeof mailKindNames)[number], locale: (typeof locales)[number] = 'en', id = 'id') {
  return composeMail(sampleMail(kind, locale), { id, writtenAt, look: portalLook, settings });
}

const write = (...parameters: Parameters<typeof compose>) =>
  writeToOutbox(outboxFolder(dataFolder), compose(...parameters), { kind: parameters[0], writtenAt });

describe('readOutbox', () => {
  it.each(locales)('reads every kind in %s like a mail program', async (locale) => {
    for (const kind of mailKindNames) {
      const name = await write(kind, locale, kind);
      const parsed = await simpleParser(await buildMessage(compose(kind, locale, kind)));
      const mail = (await read(name))?.mail;
      expect(mail).toMatchObject({ name, writtenAt, to: 'alice@example.com', language: locale });
      expect(`${mail?.title}\n\n${mail?.lines.join('\n')}`).toBe(parsed.text?.trimEnd());
      expect(mail?.title.replace(/[\u2066-\u2069]/g, '')).toBe(parsed.subject);
    }
  });

  it('lists the newest 100, newest first', async () => {
    const folder = outboxFolder(dataFolder);
    const names = [];
    for (let index = 0; index < 101; index += 1) {
      const facts = { kind: 'test', writtenAt: new Date(writtenAt.getTime() + index * 1000) } as const;
      names.push(await writeToOutbox(folder, compose('test', 'en', `id-${index}`), facts));
    }
    const mails = (await read())?.mails ?? [];
    expect(mails.map(({ name }) => name)).toEqual(names.slice(1).reverse());
    expect(mails[0]).toMatchObject({ title: 'Test email', to: 'alice@example.com' });
  });

  it('lists a repeated attempt once, and two mails of the same moment separately', async () => {
    const first = await write('test', 'en', 'one');
    expect(await write('test', 'en', 'one')).toBe(first);
    expect(await write('test', 'en', 'two')).not.toBe(first);
    expect((await read())?.mails).toHaveLength(2);
  });

  it('is empty before the first mail', async () => {
    expect(await read()).toEqual({ folder: `${dataFolder}/outbox`, mails: [], mail: null });
  });

  it.each([
    '../secret',
    '2030-01-01T12-34-56.789Z-test.eml/../../secret',
    '2030-01-01T12-34-56.789Z-recover.eml',
    'secret',
    '',
  ])('reads no other file: %j', async (name) => {
    writeFileSync(join(dataFolder, 'secret'), 'canary');
    await write('test');
    expect(await read(name)).toBeNull();
  });

  it('omits other files', async () => {
    mkdirSync(outboxFolder(dataFolder));
    writeFileSync(join(outboxFolder(dataFolder), 'notes.txt'), 'x');
    expect((await read())?.mails).toEqual([]);
  });

  it.each([
    [
      'with SMTP_URL',
      { smtp: { host: 'm.example', port: 465, tls: 'implicit', credentials: null }, localhost: true } as const,
    ],
    ['with another issuer', { smtp: null, localhost: false } as const],
  ])('is not available %s', async (_, how) => {
    await write('test');
    expect(await readOutbox({ isLocal: true, settings: { ...how, dataFolder } }, null)).toBeNull();
  });

  it('is not available to callers of other machines (security #193)', async () => {
    const name = await write('recover');
    for (const asked of [null, name]) {
      expect(await read(asked, true)).not.toBeNull();
      expect(await read(asked, false)).toBeNull();
    }
  });
});
