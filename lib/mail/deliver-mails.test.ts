import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { transaction } from '#lib/db/transaction';
import { readMetrics } from '#lib/metrics/cluster-metrics';
import type { SmtpServer } from '#lib/settings/smtp-server';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { type MailServer, smtpReply, startMailServer } from '#lib/testing/mail-server';
import { type Delivery, deliverDueMails, measureOutbox } from './deliver-mails';
import type { Mail } from './mail';
import { portalLook } from './mail-page';
import { countFailedMails, readOutboxState } from './outbox-store';
import { queueMail } from './queue-mail';

const secret = masterSecret('a secret of this test, of some length');
const hour = 3_600_000;
const limits = { connectMs: 20_000, silenceMs: 20_000, totalMs: 40_000 };
/** For servers that do not answer in time. */
const shortLimits = { connectMs: 1_000, silenceMs: 1_000, totalMs: 1_500 };
const code: Mail = {
  kind: 'email_code',
  values: { code: '424242', lifetimeMinutes: 10 },
  to: 'alice@example.com',
  locale: 'en',
  tenant: null,
};

let database: TestDatabase;
let now: Date;
const servers: { close(): unknown }[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  now = new Date('2030-01-01T12:00:00Z');
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await database.close();
});

async function mailServer(...parameters: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...parameters);
  servers.push(server);
  return server;
}

/** A raw server, for behavior that a real SMTP server does not have. */
async function rawServer(onConnection: (socket: Socket) => void): Promise<SmtpServer> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { host: '127.0.0.1', port: address.port, tls: 'off', credentials: null };
}

const queue = (mail: Mail = code) => transaction(database.db, (tx) => queueMail(tx, mail, { secret, now }));

function delivery(smtp: SmtpServer | null, changes: Partial<Delivery> = {}): Delivery {
  return {
    db: database.db,
    settings: {
      issuer: 'https://id.example',
      localhost: false,
      dataFolder: 'nowhere',
      smtp,
      mailFrom: { name: 'Signet', address: 'signet@id.example' },
      geoipFile: null,
      secret,
    },
    log: { info: () => {}, warn: () => {} },
    lookOf: async () => portalLook,
    clock: () => now,
    limits,
    ...changes,
  };
}

const rows = () => database.db.outboxMail.findMany({ orderBy: { createdAt: 'asc' } });
const messageIds = (mails: readonly string[]) => mails.map((mail) => /^Message-ID: (.*)\r$/m.exec(mail)?.[1]);

describe('deliverDueMails', () => {
  it('sends a mail to the server and erases its content', async () => {
    const { server, mails, recipients } = await mailServer();
    const id = await queue();
    expect(await deliverDueMails(delivery(server))).toBe(1);
    expect(recipients).toEqual(['alice@example.com']);
    expect(messageIds(mails)).toEqual([`<${id}@id.example>`]);
    expect(await rows()).toMatchObject([{ sealed: null, deliveredAt: now, nextAttemptAt: null, problem: null }]);
    expect(await deliverDueMails(delivery(server))).toBe(0);
    expect(mails).toHaveLength(1);
  });

  it('goes to the ASCII form of an international domain, which every server takes (RFC 5890 §2.3.2.1)', async () => {
    const commands: string[] = [];
    const server = await rawServer((socket) => {
      socket.write('220 ready\r\n');
      socket.on('data', (data) => {
        commands.push(...data.toString().split('\r\n'));
        socket.write(data.toString().startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n');
      });
    });
    await queue({ ...code, to: 'zoe@münchen.example' });
    expect(await deliverDueMails(delivery(server))).toBe(1);
    expect(commands.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<zoe@xn--mnchen-3ya.example>']);
    expect(commands.filter((line) => line.startsWith('To:'))).toEqual(['To: zoe@xn--mnchen-3ya.example']);
  });

  it('sends no mail of a failed transaction', async () => {
    const { server, mails } = await mailServer();
    const failing = transaction(database.db, async (tx) => {
      await queueMail(tx, code, { secret, now });
      throw new Error('what it tells about did not happen');
    });
    await expect(failing).rejects.toThrow('did not happen');
    expect(await deliverDueMails(delivery(server))).toBe(0);
    expect(mails).toEqual([]);
  });

  it('delivers after a 4xx and a pause', async () => {
    const { server, mails } = await mailServer({}, (_, attempt) =>
      attempt === 1 ? smtpReply(451, '4.3.0 later') : undefined,
    );
    await queue();
    await deliverDueMails(delivery(server));
    expect(await rows()).toMatchObject([{ attempts: 1, deliveredAt: null, problem: 'EMESSAGE 451 4.3.0' }]);
    now = new Date(now.getTime() + 29_000);
    expect(await deliverDueMails(delivery(server))).toBe(0);
    now = new Date(now.getTime() + 1_000);
    expect(await deliverDueMails(delivery(server))).toBe(1);
    expect(mails).toHaveLength(1);
    expect(await rows()).toMatchObject([{ attempts: 2, deliveredAt: now, problem: null }]);
  });

  it.each<[string, string, () => Promise<SmtpServer>]>([
    [
      'refuses the address',
      'EENVELOPE 550 5.1.1',
      async () =>
        (await mailServer({ onRcptTo: (_, __, callback) => callback(smtpReply(550, '5.1.1 no such user alice')) }))
          .server,
    ],
    [
      'refuses the connection',
      'ECONNECTION|ESOCKET|ECONNREFUSED',
      async () => {
        const { server, close } = await startMailServer();
        await close();
        return server;
      },
    ],
    ['accepts the connection and says nothing', 'ETIMEDOUT', () => rawServer(() => {})],
    [
      'sends a byte now and then',
      'ETIMEDOUT',
      () =>
        rawServer((socket) => {
          socket.write('220 ready\r\n');
          const timer = setInterval(() => socket.write('250-more\r\n'), 100);
          socket.on('close', () => clearInterval(timer));
        }),
    ],
    [
      'hangs after the message',
      'ETIMEDOUT',
      async () => (await mailServer({}, () => new Promise((resolve) => setTimeout(resolve, 4_000)))).server,
    ],
    [
      'disconnects in the middle',
      'ECONNECTION|ESOCKET|ECONNRESET',
      () =>
        rawServer((socket) => {
          socket.write('220 ready\r\n');
          socket.on('data', (data) =>
            data.toString().startsWith('EHLO') ? socket.write('250 hello\r\n') : socket.destroy(),
          );
        }),
    ],
    [
      'is not a mail server',
      'EPROTOCOL',
      () => rawServer((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')),
    ],
    [
      'offers no TLS where it is required',
      'ETLS|EPROTOCOL|ECONNECTION|ESOCKET',
      async () => ({ ...(await mailServer()).server, tls: 'required' }),
    ],
    [
      'refuses the password',
      'EAUTH 535',
      async () => {
        const authentication = {
          disabledCommands: ['STARTTLS'],
          allowInsecureAuth: true,
          onAuth: (_: unknown, __: unknown, callback: (error: Error) => void) =>
            callback(smtpReply(535, 'wrong password')),
        };
        const { server } = await mailServer(authentication);
        return { ...server, credentials: { user: 'signet', password: 'canary' } };
      },
    ],
  ])('tries again if the server %s: %s', async (_, problem, start) => {
    const server = await start();
    await queue();
    const lines: unknown[] = [];
    const log = { info: () => {}, warn: (...line: unknown[]) => lines.push(line) };
    await deliverDueMails(delivery(server, { log, limits: problem === 'ETIMEDOUT' ? shortLimits : limits }));
    const [row] = await rows();
    expect(row?.problem).toMatch(new RegExp(`^(${problem})`));
    expect(row).toMatchObject({ attempts: 1, deliveredAt: null, nextAttemptAt: new Date(now.getTime() + 30_000) });
    expect(row?.sealed).not.toBeNull();
    expect(JSON.stringify([row, lines])).not.toMatch(/alice|canary|424242/);
  });

  it('gives up on a mail after 24 hours, with the reason and without its content', async () => {
    const { server, mails } = await mailServer({}, () => smtpReply(451, '4.3.0 later'));
    await queue();
    const start = now.getTime();
    const attempts: number[] = [];
    for (let row = (await rows())[0]; row?.nextAttemptAt; row = (await rows())[0]) {
      now = row.nextAttemptAt;
      attempts.push((now.getTime() - start) / hour);
      await deliverDueMails(delivery(server));
    }
    expect(attempts.at(-1)).toBe(24);
    expect(attempts.length).toBeGreaterThan(10);
    expect(attempts.length).toBeLessThan(25);
    expect(await rows()).toMatchObject([
      { sealed: null, failedAt: now, deliveredAt: null, problem: 'EMESSAGE 451 4.3.0' },
    ]);
    expect(await countFailedMails(database.db, new Date(start))).toEqual([{ problem: 'EMESSAGE 451 4.3.0', mails: 1 }]);
    expect(mails).toEqual([]);
  });

  it('sends each mail once with two simultaneous workers', async () => {
    const { server, mails } = await mailServer();
    const ids = [];
    for (let index = 0; index < 9; index += 1) ids.push(await queue());
    await Promise.all([deliverDueMails(delivery(server)), deliverDueMails(delivery(server))]);
    await deliverDueMails(delivery(server));
    expect(messageIds(mails).sort()).toEqual(ids.map((id) => `<${id}@id.example>`).sort());
  });

  it('skips a mail that another process is sending until its claim expires', async () => {
    let release: () => void = () => {};
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    const { server, mails } = await mailServer({}, () => held);
    await queue();
    const first = deliverDueMails(delivery(server));
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    expect(await deliverDueMails(delivery(server))).toBe(0);
    release();
    await first;
    expect(mails).toHaveLength(1);
  });

  it('sends a mail again with the same Message-ID if the process died before it recorded the delivery', async () => {
    const { server, mails } = await mailServer();
    const id = await queue();
    const { db } = database;
    const outboxMail = new Proxy(db.outboxMail, {
      get(target, name) {
        if (name !== 'updateMany') return Reflect.get(target, name);
        return (update: { data: object }) => {
          if ('deliveredAt' in update.data) throw new Error('killed');
          return target.updateMany(update);
        };
      },
    });
    const dying = new Proxy(db, {
      get: (target, name) => (name === 'outboxMail' ? outboxMail : Reflect.get(target, name)),
    });
    await expect(deliverDueMails(delivery(server, { db: dying }))).rejects.toThrow('killed');
    expect(await deliverDueMails(delivery(server))).toBe(0);
    now = new Date(now.getTime() + limits.totalMs + 30_000);
    expect(await deliverDueMails(delivery(server))).toBe(1);
    expect(messageIds(mails)).toEqual([`<${id}@id.example>`, `<${id}@id.example>`]);
  });

  it('stops between two batches if the process stops', async () => {
    const { server, mails } = await mailServer();
    for (let index = 0; index < 5; index += 1) await queue();
    const stopping = new AbortController();
    const lookOf = async () => {
      stopping.abort();
      return portalLook;
    };
    await deliverDueMails(delivery(server, { lookOf }), stopping.signal);
    expect(mails).toHaveLength(4);
  });

  it('keeps a mail under another secret, or without SMTP, until it can be sent', async () => {
    const { server, mails } = await mailServer();
    await queue();
    const other = delivery(server);
    const foreign = {
      ...other,
      settings: { ...other.settings, secret: masterSecret('another secret of this test, as long') },
    };
    await deliverDueMails(foreign);
    expect(await rows()).toMatchObject([{ problem: 'cannot_open', deliveredAt: null }]);
    now = new Date(now.getTime() + hour);
    await deliverDueMails(delivery(null));
    expect(await rows()).toMatchObject([{ problem: 'ENOTSETUP', deliveredAt: null }]);
    now = new Date(now.getTime() + hour);
    await deliverDueMails(delivery(server));
    expect(mails).toHaveLength(1);
  });
});

describe('the outbox', () => {
  it('contains nothing readable (design: data)', async () => {
    await queue({
      ...code,
      kind: 'invite',
      values: { link: 'https://id.example/setup?token=canary-token', lifetimeMinutes: 60, username: 'canary-name' },
      to: 'canary@example.com',
    });
    const stored = JSON.stringify(await rows());
    expect(stored).not.toMatch(/canary|example\.com/);
    if (!database.url.startsWith('file:')) return;
    const file = database.url.slice('file:'.length);
    const bytes = ['', '-wal'].map((end) => readIfThere(file + end)).join('');
    expect(bytes).toContain('invite');
    expect(bytes).not.toMatch(/canary/);
  });

  it('has metrics: what waits, since when, and what was sent, postponed and failed', async () => {
    const { server } = await mailServer({}, (_, attempt) => (attempt === 1 ? smtpReply(451, 'later') : undefined));
    await queue({ ...code, kind: 'recovery_codes_low', values: { left: 3 } });
    await deliverDueMails(delivery(server));
    now = new Date(now.getTime() + 60_000);
    await queue();
    await measureOutbox(database.db, now);
    const waiting = await readMetrics();
    expect(waiting).toContain('signet_mails_waiting 2');
    expect(waiting).toContain('signet_mail_oldest_seconds 60');
    expect(waiting).toContain('signet_mails_total{kind="recovery_codes_low",outcome="postponed"} 1');
    await deliverDueMails(delivery(server));
    await measureOutbox(database.db, now);
    const sent = await readMetrics();
    expect(sent).toContain('signet_mails_waiting 0');
    expect(sent).toContain('signet_mail_oldest_seconds 0');
    expect(sent).toContain('signet_mails_total{kind="recovery_codes_low",outcome="sent"} 1');
    expect(await readOutboxState(database.db)).toEqual({ waiting: 0, oldest: null, problem: null });
  });
});

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
