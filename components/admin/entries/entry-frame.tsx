import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import { TabsNav } from '#components/ui/tabs-nav';
import { CopyButton } from '../copy-button';
import { PageHeader } from '../page-header';

/** What the frame says of an entry. */
export type EntryHead = {
  readonly key: string;
  readonly title: string;
  readonly enabled: boolean;
  /** What it is, beside its title. */
  readonly kinds: readonly string[];
};

/** What the frame says of every entry of a section. */
export type FrameTexts = {
  readonly title: string;
  readonly disabled: string;
};

type EntryFrameProps = {
  readonly head: EntryHead;
  readonly texts: FrameTexts;
  readonly listPath: string;
  /** What its key is called, where people copy it; null where its title is the key. */
  readonly idLabel: string | null | undefined;
  readonly tabs: { readonly label: string; readonly pages: Parameters<typeof TabsNav>[0]['tabs'] } | null;
  readonly actions: ReactNode;
  readonly children: ReactNode;
};

/** Heading and tabs of an entry around one of its pages. */
export function EntryFrame({ head, texts, listPath, idLabel, tabs, actions, children }: EntryFrameProps) {
  return (
    <>
      <PageHeader
        title={head.title}
        parent={{ label: texts.title, href: listPath }}
        badges={
          <>
            {head.kinds.map((kind) => (
              <Badge key={kind}>{kind}</Badge>
            ))}
            {!head.enabled && <Badge tone="bad">{texts.disabled}</Badge>}
          </>
        }
        actions={actions}
      />
      {idLabel !== null && (
        <p className="-mt-4 flex min-w-0 flex-wrap items-center gap-1 text-muted-foreground text-sm">
          {idLabel && <span className="sr-only">{idLabel}</span>}
          <code className="break-all">{head.key}</code>
          {idLabel && <CopyButton text={head.key} label={idLabel} />}
        </p>
      )}
      {tabs && <TabsNav label={tabs.label} tabs={tabs.pages} />}
      {children}
    </>
  );
}
