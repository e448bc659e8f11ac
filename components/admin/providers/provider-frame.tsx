import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { TabsNav } from '#components/ui/tabs-nav';
import { providerPath } from '#lib/admin/entries/entry-path';
import type { ProviderDetail } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';

type ProviderFrameProps = {
  readonly provider: ProviderDetail;
  /** Null on a page beside the tabs. */
  readonly page: 'settings' | 'activity' | null;
  readonly done?: 'saved' | 'created' | null;
  readonly canTest: boolean;
  readonly children: ReactNode;
};

/** Heading and tabs of a provider around one of its pages. */
export function ProviderFrame({ provider, page, done = null, canTest, children }: ProviderFrameProps) {
  const texts = adminTexts.providers;
  const tabs = (['settings', 'activity'] as const).map((name) => ({
    label: texts.tabs[name],
    href: providerPath(provider.name, name),
    current: name === page,
  }));
  return (
    <>
      <PageHeader
        title={provider.displayName}
        parent={{ label: texts.title, href: '/admin/providers' }}
        badges={
          <>
            <Badge>{texts.types[provider.type]}</Badge>
            {!provider.enabled && <Badge tone="bad">{texts.disabled}</Badge>}
          </>
        }
        actions={
          canTest && (
            <ButtonLink href={providerPath(provider.name, 'test')} target="_blank" rel="noopener">
              {texts.test.action} <span className="sr-only">{texts.test.newTab}</span>
            </ButtonLink>
          )
        }
      />
      <p className="-mt-4 text-muted-foreground text-sm">
        <code className="break-all">{provider.name}</code>
      </p>
      <TabsNav label={texts.tabs.label} tabs={tabs} />
      {done === 'saved' && <Notice tone="good" role="status" title={texts.saved} />}
      {done === 'created' && (
        <Notice tone="good" role="status" title={texts.created}>
          <p>{texts.createdText}</p>
        </Notice>
      )}
      {children}
    </>
  );
}
