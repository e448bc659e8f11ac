import type { ReactNode } from 'react';
import { PageHeader } from '#components/admin/page-header';
import type { Page } from './entry-face';

/** A page that is reached from a list, for example one that creates an entry. */
export function pageBelow(header: Parameters<typeof PageHeader>[0], content: ReactNode): Page {
  const body = (
    <>
      <PageHeader {...header} />
      {content}
    </>
  );
  return { title: header.title, body };
}
