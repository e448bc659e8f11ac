import { eventLabel } from '#lib/admin/audit/read';
import type { SearchGroup, SearchHit, SearchKind } from '#lib/admin/search/search-group';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Badge } from '../../ui/badge';
import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Name } from '../../ui/name';
import { Panel } from '../../ui/panel';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';

type SearchViewProps = {
  /** Null before anything was searched. */
  readonly text: string | null;
  readonly groups: readonly SearchGroup[];
};

/** The results of a search over everything, by kind. The search field itself is in the frame. */
export function SearchView({ text, groups }: SearchViewProps) {
  const texts = adminTexts.search;
  return (
    <>
      <PageHeader title={texts.title} description={text === null ? texts.hint : texts.results(text)} />
      {groups.map((group) => (
        <Group key={group.kind} {...group} />
      ))}
      {groups.length === 0 && <Nothing text={text} />}
    </>
  );
}

function Nothing({ text }: { readonly text: string | null }) {
  const { empty, unknown, unknownText } = adminTexts.search;
  return text === null ? <EmptyState title={empty} /> : <EmptyState title={unknown(text)} text={unknownText} />;
}

function Group({ kind, hits, total, more, href }: SearchGroup) {
  const texts = adminTexts.search;
  const title = texts.kinds[kind];
  const all = (
    <ButtonLink href={href} size="small">
      {texts.all(title)}
    </ButtonLink>
  );
  return (
    <Panel title={`${title} (${texts.count(total, more)})`} actions={all}>
      <ul className="grid gap-3 text-sm">
        {hits.map((hit) => (
          <Hit key={hit.id} kind={kind} hit={hit} />
        ))}
      </ul>
    </Panel>
  );
}

function Hit({ kind, hit }: { readonly kind: SearchKind; readonly hit: SearchHit }) {
  const { name, detail, enabled, at, href } = hit;
  return (
    <li className="grid min-w-0 gap-0.5">
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <a href={href} className="min-w-0 break-words font-medium underline underline-offset-4" dir="auto">
          <Name>{kind === 'audit_event' ? eventLabel(name) : name}</Name>
        </a>
        {!enabled && <Badge>{adminTexts.search.disabled}</Badge>}
      </span>
      {(at || detail) && (
        <span className="flex min-w-0 flex-wrap gap-x-3 text-muted-foreground">
          {at && <Moment at={at} />}
          {detail && (
            <span className="min-w-0 break-all" dir="auto">
              {detail}
            </span>
          )}
        </span>
      )}
    </li>
  );
}
