import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { SmtpServer } from '#lib/settings/smtp-server';

export type MailServer = {
  readonly server: SmtpServer;
  /** The accepted messages, unchanged. */
  readonly mails: string[];
  readonly recipients: string[];
  close(): Promise<void>;
};

/** What the server does instead of accepting a mail. If undefined, it accepts the mail. */
export type MailScript = (message: string, attempt: number) => Promise<Error | undefined> | Error | undefined;

/** An SMTP server on a free port. `answer` is called once the whole message is received. */
export async function startMailServer(
  options: SMTPServerOptions = {},
  answer: MailScript = () => undefined,
): Promise<MailServer> {
  const mails: string[] = [];
  const recipients: string[] = [];
  let attempts = 0;
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 10,
    ...options,
    async onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of stream) chunks.push(Buffer.from(chunk));
      } catch {
        return; // The client went away in the middle.
      }
      const message = Buffer.concat(chunks).toString();
      attempts += 1;
      const problem = await answer(message, attempts);
      if (problem !== undefined) return callback(problem);
      mails.push(message);
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
      callback(null);
    },
  });
  smtp.on('error', () => {});
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const address = smtp.server.address();
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
  return {
    server: { host: '127.0.0.1', port: address.port, tls: 'off', credentials: null },
    mails,
    recipients,
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}

/** An SMTP reply other than 250. */
export function smtpReply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
