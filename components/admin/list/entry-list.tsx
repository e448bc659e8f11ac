import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button';
import { PageHeader } from '../page-header';
import { ListTotal } from './list-paging';
import { ListView, type ListViewProps } from './list-view';

type EntryListProps<Line> = Omit<ListViewProps<Line>, 'texts'> & {
  readonly texts: Readonly<Record<'title' | 'description' | 'create', string>> & {
    readonly list: ListViewProps<Line>['texts'];
  };
  readonly mayEdit: boolean;
  /** Leads to lists of the same section. */
  readonly tabs?: ReactNode;
  /** What a list without entries offers instead of the button to create one. */
  readonly first?: ReactNode;
};

/** The page of a list of entries: its heading with the button to create one, and the list. */
export function EntryList<Line>({ texts, mayEdit, tabs, first, ...list }: EntryListProps<Line>) {
  const create = mayEdit && (
    <ButtonLink href={`${list.address.path}/new`} variant="primary">
      {texts.create}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        badges={<ListTotal {...list.page} />}
        description={texts.description}
        actions={create}
      />
      {tabs}
      <ListView {...list} texts={texts.list} first={mayEdit && (first ?? create)} />
    </>
  );
}
