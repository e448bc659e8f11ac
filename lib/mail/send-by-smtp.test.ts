import { afterEach, describe, expect, it } from 'vitest';
import { createCertificate } from '#lib/testing/certificates';
import { type MailServer, startMailServer } from '#lib/testing/mail-server';
import { greetSmtp, sendBySmtp, smtpLimits } from './send-by-smtp';

/** No name server knows it (RFC 6761 §6.4). */
const host = 'smtp.invalid';
const mail = { from: 'signet@id.example', to: 'alice@example.com', text: 'Hello' };
const limits = { ...smtpLimits, connectMs: 1_000, totalMs: 5_000 };

let running: MailServer[] = [];
afterEach(async () => {
  for (const server of running) await server.close();
  running = [];
});

async function named(...parameters: Parameters<typeof startMailServer>) {
  const started = await startMailServer(...parameters);
  running.push(started);
  return { ...started, server: { ...started.server, host } };
}

describe('the name of a mail server (security #195)', () => {
  it('is looked up at the name servers alone, as a name that the operator configured', async () => {
    const { server, recipients } = await named();
    const asked: unknown[] = [];
    const resolve = async (...given: unknown[]) => {
      asked.push(given);
      return ['127.0.0.1'];
    };
    await sendBySmtp(server, mail, limits, resolve);
    await greetSmtp(server, limits, resolve);
    expect(asked).toEqual(Array(2).fill([host, { cause: 'mail', isAllowed: true }]));
    expect(recipients).toEqual(['alice@example.com']);
  });

  it('leads to the next of its addresses when nobody listens at the first', async () => {
    const { server, mails } = await named();
    await sendBySmtp(server, mail, limits, async () => ['127.0.0.2', '127.0.0.1']);
    expect(mails).toHaveLength(1);
  });

  it.each<[string, () => Promise<readonly string[]>, string]>([
    ['nobody answers', () => new Promise(() => {}), 'ETIMEDOUT'],
    ['no name server answered in time', () => Promise.reject(new Error('no name server answered')), 'EDNS'],
  ])('gives the mail up for now when %s', async (_, resolve, problem) => {
    const { server } = await named();
    await expect(sendBySmtp(server, mail, limits, resolve)).rejects.toMatchObject({ code: 'mail_failed', problem });
  });

  it.each(['implicit', 'required'] as const)('is what the certificate must name, with TLS %s', async (tls) => {
    const wanted: string[] = [];
    const { pem: cert, privateKeyPem: key } = createCertificate();
    const { server, mails } = await named({
      ...{ secure: tls === 'implicit', disabledCommands: ['AUTH'], cert, key },
      SNICallback: (name: string, callback: (error: null) => void) => {
        wanted.push(name);
        callback(null);
      },
    });
    const sending = sendBySmtp({ ...server, tls }, mail, limits, async () => ['127.0.0.1']);
    await expect(sending).rejects.toMatchObject({ code: 'mail_failed' });
    expect(wanted).toEqual([host]);
    expect(mails).toEqual([]);
  });
});
