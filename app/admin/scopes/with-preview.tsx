import type { ReactNode } from 'react';
import { ConsentPreview } from '#components/admin/scopes/consent-preview';
import { scopePath } from '#lib/admin/entries/entry-path';
import { previewLanguage, previewPerson } from '#lib/admin/scopes/preview';
import { scopeView } from '#lib/login/consent/read';
import type { AskedScope } from './scope-page';

/** The texts of a scope next to their preview. */
export function withPreview(page: string, { admin, query, detail: { name } }: AskedScope, texts: ReactNode): ReactNode {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      {texts}
      <ConsentPreview
        face={scopeView(name, previewPerson, admin.snapshot)}
        language={previewLanguage(query)}
        path={scopePath(name, page)}
      />
    </div>
  );
}
