import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { TabsNav } from '#components/ui/tabs-nav';
import { type ClientPage, clientPages } from '#lib/admin/clients/client-fields';
import type { ClientDetail } from '#lib/admin/clients/read-client';
import { clientPath } from '#lib/admin/entries/entry-path';
import { addressWith } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { CopyButton } from '../copy-button';
import { PageHeader } from '../page-header';
import { LogoNotice } from './logo-notice';

type ClientFrameProps = {
  readonly client: ClientDetail;
  /** Null on a page beside the tabs. */
  readonly page: ClientPage | null;
  readonly saved?: boolean;
  readonly canDuplicate?: boolean;
  readonly children: ReactNode;
};

/** Heading and tabs of a client around one of its pages. */
export function ClientFrame({ client, page, saved = false, canDuplicate = false, children }: ClientFrameProps) {
  const texts = adminTexts.clients;
  const tabs = clientPages.map((name) => ({
    label: texts.pages[name],
    href: clientPath(client.clientId, name),
    current: name === page,
  }));
  return (
    <>
      <PageHeader
        title={client.name}
        parent={{ label: texts.title, href: '/admin/clients' }}
        badges={
          <>
            <Badge>{texts.kinds[client.kind]}</Badge>
            {!client.enabled && <Badge tone="bad">{texts.list.disabled}</Badge>}
          </>
        }
        actions={
          canDuplicate && (
            <ButtonLink href={addressWith('/admin/clients/import', {}, { from: client.clientId })}>
              {texts.json.duplicate}
            </ButtonLink>
          )
        }
      />
      <p className="-mt-4 flex min-w-0 flex-wrap items-center gap-1 text-muted-foreground text-sm">
        <span className="sr-only">{texts.facts.id}</span>
        <code className="break-all">{client.clientId}</code>
        <CopyButton text={client.clientId} label={texts.facts.id} />
      </p>
      <TabsNav label={texts.tabs} tabs={tabs} />
      {saved && <Notice tone="good" role="status" title={texts.saved} />}
      {page === 'settings' && client.logo && <LogoNotice logo={client.logo} />}
      {children}
    </>
  );
}
