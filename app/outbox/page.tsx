import { OutboxView } from '#components/outbox/outbox-view';
import { readOutbox } from '#lib/mail/read-outbox';
import { pageContext } from '#lib/next/page-context';
import { pageLocale } from '#lib/next/page-locale';
import { portalShell } from '#lib/next/read-page';
import { unknownPage } from '#lib/next/unknown-page';

export const dynamic = 'force-dynamic';

type Query = Promise<Readonly<Record<string, string | string[] | undefined>>>;

/** The mails that were written instead of sent, for people who try this server on their own machine. */
export default async function OutboxRoute({ searchParams }: { readonly searchParams: Query }) {
  const context = await pageContext();
  const { mail = null } = await searchParams;
  if (typeof mail === 'object' && mail !== null) return unknownPage();
  const model = await readOutbox(context, mail);
  if (model === null) return unknownPage();
  const { issuer } = context.settings;
  return (
    <OutboxView
      locale={await pageLocale()}
      model={model}
      issuer={issuer}
      host={new URL(issuer).host}
      {...(await portalShell())}
    />
  );
}
