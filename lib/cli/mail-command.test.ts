import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { transaction } from '#lib/db/transaction';
import { deliverDueMails } from '#lib/mail/deliver-mails';
import { portalLook } from '#lib/mail/mail-page';
import { queueMail } from '#lib/mail/queue-mail';
import { parseSettings } from '#lib/settings/parse';
import { createTestDatabase } from '#lib/testing/database';
import { smtpReply, startMailServer } from '#lib/testing/mail-server';
import { sampleMail } from '#lib/testing/sample-mails';
import { checkMail, checkOutbox } from './doctor/check-mail';
import { runCommandLine } from './run';

const now = new Date('2030-01-01T12:00:00.123Z');
const secret = 'a secret of this test, of some length';
const closings: (() => unknown)[] = [];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-mail-'));
});
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
  rmSync(folder, { recursive: true, force: true });
});

function settings(environment: Record<string, string>) {
  const defaults = { DATABASE_URL: `file:${folder}/signet.db`, SIGNET_SECRET: secret };
  return parseSettings(
    { ...defaults, ...environment },
    { readSecretFile: () => secret, fileExists: () => true, processors: 2 },
  );
}

async function run(words: readonly string[], environment: Record<string, string> = {}) {
  const out: string[] = [];
  const code = await runCommandLine(words, {
    out: (text) => out.push(text),
    err: (line) => out.push(line),
    settings: () => settings(environment),
    now,
    migrations: 'prisma/migrations',
    input: async () => Buffer.alloc(0),
    terminal: null,
  });
  return { code, out: out.join('') };
}

const elsewhere = { SIGNET_ISSUER: 'https://id.example', SIGNET_MAIL_FROM: 'Acme <id@acme.example>' };

async function mailServer(...parameters: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...parameters);
  closings.push(server.close);
  return { ...server, url: `smtp://127.0.0.1:${server.server.port}?tls=off` };
}

describe('mail test', () => {
  it('sends a mail and prints what the server replied', async () => {
    const { url, mails, recipients } = await mailServer();
    const { code, out } = await run(['mail', 'test', 'alice@example.com'], { ...elsewhere, SMTP_URL: url });
    expect([code, out]).toEqual([0, expect.stringMatching(/^sent; the server replied: 250 /)]);
    expect(recipients).toEqual(['alice@example.com']);
    expect(mails[0]).toMatch(/^From: Acme <id@acme\.example>\r$/m);
    expect(mails[0]).toMatch(/^Subject: Test email\r$/m);
  });

  it('sends it in another language', async () => {
    const { url, mails } = await mailServer();
    const words = ['mail', 'test', 'alice@example.com', '--language', 'de'];
    expect((await run(words, { ...elsewhere, SMTP_URL: url })).code).toBe(0);
    expect(mails[0]).toMatch(/^Content-Language: de\r$/m);
  });

  it('writes a file that only its owner can read, with a localhost issuer and no SMTP_URL', async () => {
    const { code, out } = await run(['mail', 'test', 'alice@example.com']);
    const name = '2030-01-01T12-00-00.123Z-test.eml';
    expect([code, out]).toEqual([0, `written to ${folder}/outbox/${name}\n`]);
    expect(readdirSync(join(folder, 'outbox'))).toEqual([name]);
    expect(statSync(join(folder, 'outbox', name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'outbox', name), 'utf8')).toMatch(/^To: alice@example\.com\r$/m);
    await run(['mail', 'test', 'bob@example.com']);
    expect(readdirSync(join(folder, 'outbox'))).toEqual([name, '2030-01-01T12-00-00.124Z-test.eml']);
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['an address that is none', ['alice'], {}, /expected an address such as/],
    ['an address with another header', ['a@b.example\r\nBcc: c@d.example'], {}, /expected an address such as/],
    ['an unknown language', ['a@b.example', '--language', 'xx'], {}, /--language: expected one of en, de/],
    ['no way to send', ['a@b.example'], elsewhere, /cannot send the email: SMTP_URL is not set/],
    [
      'SMTP_URL without a sender',
      ['a@b.example'],
      { SIGNET_ISSUER: 'https://id.example', SMTP_URL: 'smtp://m.example' },
      /SIGNET_MAIL_FROM: expected an address/,
    ],
  ])('ends with 1 and one line for %s', async (_, words, environment, line) => {
    const { code, out } = await run(['mail', 'test', ...words], environment);
    expect([code, out]).toEqual([1, expect.stringMatching(line)]);
    expect(out).not.toContain('\n');
  });

  it('shows the reason of a refusal, without control characters for the terminal', async () => {
    const { url } = await mailServer({
      onRcptTo: (_, __, callback) => callback(smtpReply(550, 'no \u001b[31msuch user')),
    });
    const { code, out } = await run(['mail', 'test', 'alice@example.com'], { ...elsewhere, SMTP_URL: url });
    expect(code).toBe(1);
    expect(out).toMatch(/550 no/);
    expect(out).not.toContain('\u001b');
  });
});

describe('doctor', () => {
  it('connects to the mail server and sends nothing', async () => {
    const { url, mails } = await mailServer();
    const finding = await checkMail(settings({ ...elsewhere, SMTP_URL: url }));
    expect(finding).toMatchObject({ ok: true, message: expect.stringMatching(/^connected to 127\.0\.0\.1:\d+;/) });
    expect(mails).toEqual([]);
  });

  it('finds a mail server that does not answer', async () => {
    const { url, close } = await mailServer();
    await close();
    const finding = await checkMail(settings({ ...elsewhere, SMTP_URL: url }));
    expect(finding).toMatchObject({ ok: false, message: expect.stringMatching(/^127\.0\.0\.1:\d+: .*ECONNREFUSED/) });
  });

  it('shows where mails go without SMTP_URL, and that none are sent elsewhere', async () => {
    expect(await checkMail(settings({}))).toMatchObject({
      ok: true,
      message: expect.stringContaining(`${folder}/outbox`),
    });
    const none = await checkMail(settings(elsewhere));
    expect(none).toMatchObject({ ok: true, message: expect.stringMatching(/^SMTP_URL is not set, so no emails/) });
    expect(none.advice).toContain('Set SMTP_URL');
  });

  it('reports mails that wait for long and those that were given up', async () => {
    const { db, close } = await createTestDatabase();
    closings.push(close);
    expect(await checkOutbox(db, now)).toMatchObject({ message: 'no emails waiting', advice: null });
    const master = masterSecret(secret);
    await transaction(db, (tx) => queueMail(tx, sampleMail('invite'), { secret: master, now }));
    expect(await checkOutbox(db, now)).toMatchObject({ message: '1 waiting', advice: null });
    let clock = new Date(now.getTime() + 16 * 60_000);
    const delivery = {
      db,
      settings: { ...settings(elsewhere), secret: master },
      log: { info: () => {}, warn: () => {} },
      lookOf: async () => portalLook,
      clock: () => clock,
    };
    await deliverDueMails(delivery);
    const waiting = await checkOutbox(db, clock);
    expect(waiting.message).toBe('1 waiting, the oldest for 16 minutes (ENOTSETUP)');
    expect(waiting.advice).toContain('mail test');
    clock = new Date(now.getTime() + 24 * 3_600_000);
    await deliverDueMails(delivery);
    expect((await checkOutbox(db, clock)).message).toBe('1 could not be sent in the last 24 hours (ENOTSETUP)');
  });
});
