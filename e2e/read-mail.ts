import { setTimeout as delay } from 'node:timers/promises';
import type { MailKind } from '#lib/mail/mail-kinds';
import { type ListedMail, readOutbox } from '#lib/mail/read-outbox';
import type { RunningServer } from '#lib/testing/running-server';

/** In milliseconds. Longer than the delivery takes on a busy machine. */
const patienceMs = 60_000;
const pauseMs = 200;

/**
 * The text of the newest mail with this title to an address, from the outbox folder of a server without SMTP.
 * @throws if none arrives
 */
export async function readMail(server: RunningServer, to: string, title: string): Promise<string> {
  return waitForMail(server, to, (mail) => mail.title === title);
}

/**
 * The same by the kind of the mail, for any language.
 * @throws if none arrives
 */
export async function readMailOfKind(server: RunningServer, to: string, kind: MailKind): Promise<string> {
  return waitForMail(server, to, (mail) => mail.name.endsWith(`-${kind}.eml`));
}

async function waitForMail(server: RunningServer, to: string, isWanted: (mail: ListedMail) => boolean) {
  const here = { isLocal: true, settings: { smtp: null, localhost: true, dataFolder: server.folder } };
  for (let waited = 0; waited < patienceMs; waited += pauseMs) {
    const page = await readOutbox(here, null);
    const listed = page?.mails.find((mail) => mail.to.includes(to) && isWanted(mail));
    const read = listed && (await readOutbox(here, listed.name));
    if (read?.mail) return read.mail.lines.join('\n');
    await delay(pauseMs);
  }
  throw new Error(`no such mail to ${to}`);
}

/** The link to this server in a mail. */
export function linkIn(text: string): string {
  const [link] = /https?:\/\/\S+token=[\w&=-]+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`no link in ${text}`);
  return link;
}

/** The code in a mail. */
export function codeIn(text: string): string {
  const [, code] = /^(\d{6})$/m.exec(text) ?? [];
  if (code === undefined) throw new Error(`no code in ${text}`);
  return code;
}
