import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLanguage, type Language } from '#lib/i18n/locales';
import type { Settings } from '#lib/settings/settings';
import { mailTransport } from './mail';
import { outboxFolder } from './outbox-folder';

/** A mail in the folder `outbox`, as the list shows it. */
export type ListedMail = {
  /** The name of the file. */
  readonly name: string;
  readonly writtenAt: Date;
  readonly to: string;
  readonly title: string;
};

/** The content of the page: the newest mails, or one of them. */
export type OutboxPage = {
  readonly folder: string;
  readonly mails: readonly ListedMail[];
  readonly mail: (ListedMail & { readonly language: Language; readonly lines: readonly string[] }) | null;
};

/** The list shows the most recent mails. The folder contains all of them. */
const listed = 100;

/** Other files cannot be read. */
const fileName = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-[a-z_]{1,40}\.eml$/;

/** Of the context of a request. */
type Asked = {
  readonly isLocal: boolean;
  readonly settings: Pick<Settings, 'smtp' | 'localhost' | 'dataFolder'>;
};

/**
 * Reads the mails that were written to files instead of sent. They hold links that sign people in, so they are only for
 * callers on this machine (security #193).
 * @param name the mail to read, as in the address of the page; null for the list
 * @returns null for other callers, if mails are not written to files, and for an unknown name
 */
export async function readOutbox({ isLocal, settings }: Asked, name: string | null): Promise<OutboxPage | null> {
  if (!isLocal || mailTransport(settings) !== 'outbox') return null;
  const folder = outboxFolder(settings.dataFolder);
  const names = (await listFiles(folder)).filter((file) => fileName.test(file)).sort();
  if (name === null) {
    const mails = await Promise.all(
      names
        .slice(-listed)
        .reverse()
        .map((one) => readMail(folder, one)),
    );
    return { folder, mails, mail: null };
  }
  return names.includes(name) ? { folder, mails: [], mail: await readMail(folder, name) } : null;
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

async function readMail(folder: string, name: string): Promise<NonNullable<OutboxPage['mail']>> {
  const source = await readFile(join(folder, name), 'utf8');
  const header = (field: string) => new RegExp(`^${field}: (.*)\\r$`, 'm').exec(source)?.[1] ?? '';
  const language = header('Content-Language');
  // The first line is the subject.
  const [title = '', , ...lines] = readText(source).trimEnd().split('\n');
  const writtenAt = new Date(name.replace(fileName, '$1$2:$3:$4'));
  const facts = { name, writtenAt, to: header('To'), title };
  return { ...facts, language: isLanguage(language) ? language : 'en', lines };
}

/** The plain text part of a message from composeMail(), which is the first part (RFC 2046 §5.1.4). */
function readText(source: string): string {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? '';
  const part = source.split(`--${boundary}\r\n`)[1]?.split(`\r\n--${boundary}`)[0] ?? '';
  const end = part.indexOf('\r\n\r\n');
  const encoding = /^Content-Transfer-Encoding: (.*)$/im.exec(part.slice(0, end))?.[1]?.trim();
  return decode(part.slice(end + 4), encoding)
    .toString('utf8')
    .replaceAll('\r\n', '\n');
}

/** RFC 2045 §6.7 and §6.8. */
function decode(body: string, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body);
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
