import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import type { IconName } from '#components/ui/icon';
import { TabsNav } from '#components/ui/tabs-nav';
import type { Check } from '#lib/admin/checks/check';
import { DetailHeader, type HeaderLink } from './detail-header';

/** What the frame says of an entry. */
export type EntryHead = {
  readonly key: string;
  readonly title: string;
  readonly enabled: boolean;
  readonly icon: IconName;
  /** Shown instead of the icon. */
  readonly mark?: ReactNode;
  /** What it is, beside its title. */
  readonly kinds: readonly string[];
  /** Beside its key: when it was used last, for example. */
  readonly facts?: readonly ReactNode[];
  /** Below its key and facts: how it is doing. */
  readonly status?: ReactNode;
};

/** What the frame says of every entry of a section. */
export type FrameTexts = {
  readonly title: string;
  readonly disabled: string;
};

/** What can be done with an entry on each of its pages. */
export type EntryActions = { readonly primary?: ReactNode; readonly menu?: readonly HeaderLink[] };

type EntryFrameProps = {
  readonly head: EntryHead;
  readonly texts: FrameTexts;
  readonly listPath: string;
  /** What its key is called, where people copy it; null where its title is the key. */
  readonly idLabel: string | null;
  readonly tabs: { readonly label: string; readonly pages: Parameters<typeof TabsNav>[0]['tabs'] } | null;
  readonly actions: EntryActions;
  readonly checks: readonly Check[];
  readonly children: ReactNode;
};

/** Heading and tabs of an entry around one of its pages. */
export function EntryFrame({ head, texts, listPath, idLabel, tabs, actions, checks, children }: EntryFrameProps) {
  const { key, title, enabled, icon, mark, kinds, facts, status } = head;
  return (
    <>
      <DetailHeader
        {...{ title, icon, mark, kinds, status, checks, ...actions, ...(facts && { facts }) }}
        parent={{ label: texts.title, href: listPath }}
        states={!enabled && <Badge>{texts.disabled}</Badge>}
        id={idLabel === null ? null : { label: idLabel, value: key }}
      />
      {tabs && <TabsNav label={tabs.label} tabs={tabs.pages} />}
      {children}
    </>
  );
}
