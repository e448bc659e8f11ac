import { isLoopbackHost } from './issuer';

/** The mail server of SMTP_URL. */
export type SmtpServer = {
  /** An IPv6 address has no brackets. */
  readonly host: string;
  readonly port: number;
  /**
   * `implicit`: TLS from the first byte. `required`: STARTTLS, otherwise nothing is sent. `offered`: STARTTLS if the
   * server offers it. `off`: never.
   */
  readonly tls: 'implicit' | 'required' | 'offered' | 'off';
  readonly credentials: { readonly user: string; readonly password: string } | null;
};

const expected = 'expected smtp://user:password@host:587 or smtps://user:password@host';

/** The values of the parameter `tls` of an smtp:// address. */
const modes = ['required', 'offered', 'off'] as const;

/**
 * Reads SMTP_URL. If a password would be sent to another machine, smtp:// requires STARTTLS unless `?tls=` says
 * otherwise (RFC 4954 §4: no plain password without TLS).
 * @returns the server, or the rest of the line `SMTP_URL: …`, which never repeats the address
 */
export function readSmtpUrl(text: string): SmtpServer | string {
  if (!/^smtps?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return expected;
  const url = new URL(text);
  if (url.hostname === '' || (url.pathname !== '' && url.pathname !== '/') || url.hash !== '') return expected;
  const credentials = readCredentials(url);
  if (typeof credentials === 'string') return credentials;
  const isImplicit = url.protocol === 'smtps:';
  const isCovered = credentials === null || isLoopbackHost(url.hostname);
  const tls = isImplicit ? readImplicit(url) : readMode(url, isCovered ? 'offered' : 'required');
  if (tls === null) return 'expected only the parameter tls=required, tls=offered or tls=off, and only with smtp://';
  const port = url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port);
  if (port === 0) return 'expected a port from 1 to 65535';
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, tls, credentials };
}

function readCredentials({ username, password }: URL): SmtpServer['credentials'] | string {
  if (username === '' && password === '') return null;
  if (username === '' || password === '') return 'expected both a username and a password, or neither';
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return 'expected a percent-encoded username and password; write % as %25';
  }
}

function readImplicit({ searchParams }: URL): 'implicit' | null {
  return searchParams.size === 0 ? 'implicit' : null;
}

function readMode({ searchParams }: URL, usual: 'required' | 'offered'): SmtpServer['tls'] | null {
  if (searchParams.size === 0) return usual;
  if (searchParams.size > 1) return null;
  return modes.find((mode) => mode === searchParams.get('tls')) ?? null;
}
