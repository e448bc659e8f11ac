import { ButtonLink } from '#components/ui/button';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { NumberedPage } from '#lib/vocabulary/numbered-page';

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
