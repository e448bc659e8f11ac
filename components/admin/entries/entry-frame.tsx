import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import type { IconName } from '#components/ui/icon';
import { TabsNav } from '#components/ui/tabs-nav';
import type { Check } from '#lib/admin/checks/check';
import { DetailHeader, type HeaderLink } from './detail-header';

/** The facts about an entry in the frame. */
export type EntryHead = {
  readonly key: string;
  readonly title: string;
  readonly enabled: boolean;
  readonly icon: IconName;
  readonly mark?: ReactNode;
  /** Badges beside the title. */
  readonly kinds: readonly string[];
  /** Shown beside the key, for example when the entry was last used. */
  readonly facts?: readonly ReactNode[];
  /** How the entry is doing, below its key and facts. */
  readonly status?: ReactNode;
};

/** The texts of the frame for every entry of a section. */
export type FrameTexts = {
  readonly title: string;
  readonly disabled: string;
};

/** The actions that are offered on every page of an entry. */
export type EntryActions = { readonly primary?: ReactNode; readonly menu?: readonly HeaderLink[] };

type EntryFrameProps = {
  readonly head: EntryHead;
  readonly texts: FrameTexts;
  readonly listPath: string;
  /** The label of the key, which people can copy. Null if the title is the key. */
  readonly idLabel: string | null;
  readonly tabs: { readonly label: string; readonly pages: Parameters<typeof TabsNav>[0]['tabs'] } | null;
  readonly actions: EntryActions;
  readonly checks: readonly Check[];
  readonly children: ReactNode;
};

/** The heading and tabs of an entry, around one of its pages. */
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
