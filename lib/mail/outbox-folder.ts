import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { createId } from '#lib/crypto/random';
import type { MailKind } from './mail-kinds';

type FileFacts = { readonly kind: MailKind; readonly writtenAt: Date };

/** The folder for mails that are written to files instead of sent. It is next to the database and the secret. */
export function outboxFolder(dataFolder: string): string {
  return join(dataFolder, 'outbox');
}

/**
 * Writes a mail as `<UTC time>-<kind>.eml`, readable only by its owner. A repeated attempt finds the file of the first
 * one by its Message-ID. Another mail of the same moment gets the next free millisecond.
 * @returns the name of the file
 */
export async function writeToOutbox(folder: string, mail: SendMailOptions, facts: FileFacts): Promise<string> {
  const message = await buildMessage(mail);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${createId()}`);
  await writeFile(draft, message, { mode: 0o600, flag: 'wx' });
  try {
    for (let time = facts.writtenAt.getTime(); ; time += 1) {
      const name = `${new Date(time).toISOString().replaceAll(':', '-')}-${facts.kind}.eml`;
      if (await linkNew(draft, join(folder, name))) return name;
      const other = await readFile(join(folder, name), 'utf8');
      if (other.includes(`Message-ID: ${mail.messageId}`)) return name;
    }
  } finally {
    await rm(draft);
  }
}

/** The whole message (RFC 5322) with CRLF line endings. */
export async function buildMessage(mail: SendMailOptions): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true });
  if (!Buffer.isBuffer(message)) throw new Error('the message is not complete');
  return message;
}

async function linkNew(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
