import type { MasterSecret } from '#lib/crypto/master-secret';
import { open, rowAad, sealingKey } from '#lib/crypto/seal';
import type { Database } from '#lib/db/database';
import { type Mail, parseMail } from '#lib/mail/mail';

type Place = { readonly db: Database; readonly settings: { readonly secret: MasterSecret } };

/** The mails that wait to be sent, oldest first. Without decoys. */
export async function queuedMails({ db, settings }: Place): Promise<Mail[]> {
  const rows = await db.outboxMail.findMany({
    where: { nextAttemptAt: { not: null } },
    orderBy: [{ createdAt: 'asc' }, { kind: 'asc' }],
  });
  return rows.map(({ id, sealed }) => {
    const opened = open(sealingKey(settings.secret), sealed ?? '', rowAad('OutboxMail', 'sealed', id));
    return parseMail(JSON.parse(opened.toString()));
  });
}

/** The same mails, which are then deleted. So the result is what was queued since the last call. */
export async function takeMails(place: Place): Promise<Mail[]> {
  const mails = await queuedMails(place);
  await place.db.outboxMail.deleteMany();
  return mails;
}

/** The token of the only link in a mail. @throws if there is none */
export function tokenIn(mail: Mail | undefined): string {
  const values: unknown = mail?.values;
  const [, token] = /[?&]token=([\w-]+)/.exec(JSON.stringify(values)) ?? [];
  if (token === undefined) throw new Error(`no link in ${JSON.stringify(mail)}`);
  return token;
}
