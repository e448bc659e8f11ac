import { ButtonLink, buttonClasses } from '#components/ui/button';
import type { ListPage } from '#lib/admin/list/list-page';
import { listSizes } from '#lib/admin/list/list-query';
import { addressWith, type ListAddress } from '#lib/admin/query';
import { formatCount, formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { NumberedPage } from '#lib/vocabulary/numbered-page';

type ListPagingProps = {
  readonly address: ListAddress;
  readonly page: Omit<ListPage<unknown>, 'lines'> & { readonly lines: readonly unknown[] };
};

/** The place of the page among all lines, links to the next and previous page, and the number of lines per page. */
export function ListPaging({ address: { path, query }, page }: ListPagingProps) {
  const { lines, first, total, isCut = false, previous, next } = page;
  const texts = adminTexts.shell.list;
  const [smallest] = listSizes;
  const size = listSizes.find((known) => String(known) === query.size) ?? smallest;
  const goTo = (changes: Readonly<Record<string, string | null>>) =>
    addressWith(path, query, { after: null, before: null, ...changes });
  const isOne = previous === null && next === null;
  const last = first + lines.length - 1;
  const range = texts.range(formatNumber(first), formatNumber(last), formatCount(total, isCut));
  return (
    <nav aria-label={texts.pages} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-[0.8125rem]">
      {!isOne && <Beside label={texts.previous} href={previous && goTo({ before: previous })} />}
      <span data-range className="text-muted-foreground tabular-nums">
        {range}
      </span>
      {!isOne && <Beside label={texts.next} href={next && goTo({ after: next })} />}
      {total > smallest && (
        <span className="ms-auto inline-flex items-center gap-2 text-muted-foreground">
          {texts.size}
          {listSizes.map((known) =>
            known === size ? (
              <strong key={known} className="font-semibold text-foreground">
                {known}
              </strong>
            ) : (
              <a
                key={known}
                href={goTo({ size: known === smallest ? null : String(known) })}
                aria-label={texts.sizeOf(known)}
                className="underline underline-offset-4"
              >
                {known}
              </a>
            ),
          )}
        </span>
      )}
    </nav>
  );
}

function Beside({ label, href }: { readonly label: string; readonly href: string | null }) {
  if (href !== null) {
    return (
      <ButtonLink href={href} size="small">
        {label}
      </ButtonLink>
    );
  }
  return (
    <span aria-hidden="true" className={buttonClasses({ variant: 'quiet', size: 'small', className: 'invisible' })}>
      {label}
    </span>
  );
}

/** The number of lines in a list, beside its title. */
export function ListTotal({ total, isCut = false }: Pick<ListPage<unknown>, 'total' | 'isCut'>) {
  return (
    <span data-total className="text-muted-foreground tabular-nums">
      {formatCount(total, isCut)}
    </span>
  );
}

type PageLinksProps = { readonly path: string; readonly page: Omit<NumberedPage<unknown>, 'rows'> };

/** Links to the pages beside this one of a list without filters. Nothing if there is only one. */
export function PageLinks({ path, page: { page, hasNext } }: PageLinksProps) {
  if (page === 1 && !hasNext) return null;
  const texts = adminTexts.shell.list;
  const to = (number: number) => (number === 1 ? path : `${path}?page=${number}`);
  return (
    <nav aria-label={texts.pages} className="mt-3 flex flex-wrap gap-2">
      {page > 1 && (
        <ButtonLink href={to(page - 1)} size="small">
          {texts.previous}
        </ButtonLink>
      )}
      {hasNext && (
        <ButtonLink href={to(page + 1)} size="small">
          {texts.next}
        </ButtonLink>
      )}
    </nav>
  );
}
