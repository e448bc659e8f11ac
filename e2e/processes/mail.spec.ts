import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { masterSecret } from '#lib/crypto/master-secret';
import { openDatabase } from '#lib/db/open';
import { transaction } from '#lib/db/transaction';
import type { Mail } from '#lib/mail/mail';
import { queueMail } from '#lib/mail/queue-mail';
import { startMailServer } from '#lib/testing/mail-server';
import { type RunningServer, startServer, testSecret } from '#lib/testing/running-server';

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>`;
const configuration = {
  tenants: [
    {
      name: 'acme',
      display_name: 'Acme Inc.',
      theme: { primary: '#00aa55', logo: `data:image/svg+xml;base64,${Buffer.from(logo).toString('base64')}` },
    },
  ],
};

/** Queues mails in the database of a running server, as its own transactions do. */
async function queue(server: RunningServer, mails: readonly Mail[]): Promise<string[]> {
  const { db, close } = await openDatabase(`file:${join(server.folder, 'signet.db')}`);
  const writing = { secret: masterSecret(testSecret), now: new Date() };
  const ids: string[] = [];
  for (const mail of mails) ids.push(await transaction(db, (tx) => queueMail(tx, mail, writing)));
  await close();
  return ids;
}

const invitation = (to: string): Mail => ({
  kind: 'invite',
  values: { link: 'http://localhost/setup?token=abc', lifetimeMinutes: 60, username: 'alice' },
  to,
  locale: 'en',
  tenant: 'acme',
});

test('two workers send each mail once, with the look of its tenant, and show no outbox', async () => {
  const smtp = await startMailServer();
  const server = await startServer({
    configuration,
    env: { SMTP_URL: `smtp://127.0.0.1:${smtp.server.port}?tls=off`, SIGNET_WORKERS: '2' },
  });
  try {
    const ids = await queue(
      server,
      Array.from({ length: 9 }, (_, index) => invitation(`person-${index}@example.com`)),
    );
    await expect.poll(() => smtp.mails.length, { timeout: 60_000 }).toBe(9);
    const messageIds = smtp.mails.map((mail) => /^Message-ID: <(.*)@localhost>\r$/m.exec(mail)?.[1]);
    expect(messageIds.sort()).toEqual(ids.sort());
    for (const mail of smtp.mails) {
      expect(mail).toMatch(/^From: "Acme Inc\." <no-reply@localhost>\r$/m);
      expect(mail).toMatch(/^Content-Type: image\/png; name=logo\.png\r$/m);
      expect(mail).toContain('#00aa55');
    }
    await expect
      .poll(async () => (await fetch(`${server.issuer}/metrics`)).text(), { timeout: 60_000 })
      .toMatch(/^signet_mails_total\{kind="invite",outcome="sent"\} 9$/m);
    expect((await fetch(`${server.issuer}/outbox`)).status).toBe(404);
  } finally {
    await server.stop();
    await smtp.close();
  }
});

test('a mail that waited while the server was off is written to the outbox at its start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-mail-'));
  const first = await startServer({ configuration, folder });
  await first.stop();
  await queue(first, [invitation('alice@example.com')]);
  const server = await startServer({ configuration, folder });
  try {
    const outbox = join(folder, 'outbox');
    const files = () => (readdirSync(folder).includes('outbox') ? readdirSync(outbox) : []);
    await expect.poll(() => files().filter((name) => name.endsWith('-invite.eml')).length, { timeout: 60_000 }).toBe(1);
    expect(readFileSync(join(outbox, files()[0] ?? ''), 'utf8')).toMatch(/^To: alice@example\.com\r$/m);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
