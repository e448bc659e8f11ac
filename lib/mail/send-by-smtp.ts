import { isIP, Socket, type TcpSocketConnectOpts } from 'node:net';
import { createTransport, type SendMailOptions, type SMTPTransportOptions } from 'nodemailer';
import { createLookUp } from '#lib/outbound/look-up';
import { lookUpChecked, type Resolve } from '#lib/outbound/resolve-target';
import type { SmtpServer } from '#lib/settings/smtp-server';

/** A mail could not be handed to the server. `problem` is for the log and the outbox, and contains no address. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly code = 'mail_failed';

  constructor(
    readonly problem: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function isMailError(error: unknown): error is MailError {
  return error instanceof Error && 'code' in error && error.code === 'mail_failed';
}

/**
 * Describes an error of the mail library: its own code, the status of the server's reply and the enhanced status (RFC
 * 3463 §2), for example `EENVELOPE 550 5.1.1`. The rest of a reply is left out, because it may repeat the address.
 */
export function describeMailProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? [String(error.responseCode)] : [];
  const response = 'response' in error && typeof error.response === 'string' ? error.response : '';
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.slice(1) ?? [];
  return [code, ...status, ...enhanced].join(' ').slice(0, 100);
}

/** How long each step may take, in milliseconds. */
export type SmtpLimits = {
  /** The time to connect, and then for the greeting and for TLS. */
  readonly connectMs: number;
  /** The time without a byte from the server. */
  readonly silenceMs: number;
  /** The time for the whole delivery, whatever the server sends. */
  readonly totalMs: number;
};

export const smtpLimits: SmtpLimits = { connectMs: 10_000, silenceMs: 20_000, totalMs: 60_000 };

/**
 * The library would ask the system for the name of each mail, and so would Node: where a name server is silent, that
 * holds the threads that everybody's look-ups need (security #195).
 */
const lookUp = createLookUp();

/**
 * Hands a mail to the server. It resolves when the server has accepted it (RFC 5321 §4.2.5: a 250 after the data).
 * @returns the server's reply
 * @throws MailError
 */
export async function sendBySmtp(
  server: SmtpServer,
  mail: SendMailOptions,
  limits = smtpLimits,
  resolve: Resolve = lookUp,
): Promise<string> {
  const { response } = await withTransport({ server, limits, resolve }, (transport) => transport.sendMail(mail));
  return response;
}

/**
 * Connects and, if SMTP_URL has credentials, signs in, without sending a mail.
 * @throws MailError
 */
export async function greetSmtp(server: SmtpServer, limits = smtpLimits, resolve: Resolve = lookUp): Promise<void> {
  await withTransport({ server, limits, resolve }, (transport) => transport.verify());
}

type Transport = ReturnType<typeof openTransport>;

type Use = { readonly server: SmtpServer; readonly limits: SmtpLimits; readonly resolve: Resolve };

/** Uses one connection for one piece of work. It is closed at the time limit, whatever the library does. */
async function withTransport<T>(
  { server, limits, resolve }: Use,
  work: (transport: Transport) => Promise<T>,
): Promise<T> {
  // An error of the socket also rejects what waits for it.
  const socket = new Socket().on('error', () => {});
  const transport = openTransport(server, limits, socket);
  try {
    const connected = within(limits.connectMs, connect(socket, server, resolve));
    return await within(
      limits.totalMs,
      connected.then(() => work(transport)),
    );
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw isMailError(error) ? error : new MailError(describeMailProblem(error), message, { cause: error });
  } finally {
    transport.close();
    socket.destroySoon();
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const give = () => reject(new MailError('ETIMEDOUT', `took longer than ${milliseconds} ms`));
    timer = setTimeout(give, milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Connects to one of the addresses of a server. @throws MailError, or the error of the system */
async function connect(socket: Socket, { host, port }: SmtpServer, resolve: Resolve): Promise<void> {
  const address = isIP(host) === 0 ? await lookUpServer(host, resolve) : { host };
  await new Promise<void>((done, fail) => {
    socket.once('error', fail);
    socket.connect({ port, ...address }, () => {
      socket.off('error', fail);
      done();
    });
  });
}

/** A name that no name server knows may still be one of the system, such as one of the local network. */
async function lookUpServer(host: string, resolve: Resolve): Promise<Pick<TcpSocketConnectOpts, 'host' | 'lookup'>> {
  const addresses = await resolve(host, { cause: 'mail', isAllowed: true }).catch((cause: unknown) => {
    throw new MailError('EDNS', `${host} could not be looked up`, { cause });
  });
  if (addresses.length === 0) return { host };
  return {
    host,
    lookup: lookUpChecked(addresses.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }))),
  };
}

function openTransport({ host, port, tls, credentials }: SmtpServer, limits: SmtpLimits, socket: Socket) {
  const options: SMTPTransportOptions = {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    ...(credentials === null ? {} : { auth: { user: credentials.user, pass: credentials.password } }),
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.connectMs,
    socketTimeout: limits.silenceMs,
    // A mail consists only of our own text. Nothing is read from a file or an address (CWE-73).
    disableFileAccess: true,
    disableUrlAccess: true,
    // It is connected when the library gets to work, and ours, so that we can close it.
    connection: socket,
  };
  return createTransport(options);
}
