import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import { Notice } from '#components/ui/notice';
import { TabsNav } from '#components/ui/tabs-nav';
import { tenantPath } from '#lib/admin/entries/entry-path';
import type { TenantDetail } from '#lib/admin/tenants/read-tenant';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';

const pages = ['settings', 'branding', 'activity'] as const;

type TenantFrameProps = {
  readonly tenant: TenantDetail;
  /** Null on a page beside the tabs. */
  readonly page: (typeof pages)[number] | null;
  readonly done?: 'saved' | 'created' | null;
  readonly children: ReactNode;
};

/** Heading and tabs of a tenant around one of its pages. */
export function TenantFrame({ tenant, page, done = null, children }: TenantFrameProps) {
  const texts = adminTexts.tenants;
  const tabs = pages.map((name) => ({
    label: texts.tabs[name],
    href: tenantPath(tenant.name, name),
    current: name === page,
  }));
  return (
    <>
      <PageHeader
        title={tenant.displayName}
        parent={{ label: texts.title, href: '/admin/tenants' }}
        badges={!tenant.enabled && <Badge tone="bad">{texts.disabled}</Badge>}
      />
      <p className="-mt-4 text-muted-foreground text-sm">
        <code className="break-all">{tenant.name}</code>
      </p>
      <TabsNav label={texts.tabs.label} tabs={tabs} />
      {done && <Notice tone="good" role="status" title={texts[done]} />}
      {children}
    </>
  );
}
