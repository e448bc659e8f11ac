import { TextLink } from '#components/ui/text-link';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { NumberedPage } from '#lib/vocabulary/numbered-page';

type PageLinksProps = {
  readonly locale: Locale;
  readonly path: string;
  readonly page: Omit<NumberedPage<unknown>, 'rows'>;
};

/** Links to the pages beside this one. Nothing if there is only one. */
export function PageLinks({ locale, path, page: { page, hasNext } }: PageLinksProps) {
  if (page === 1 && !hasNext) return null;
  const to = (number: number) => (number === 1 ? path : `${path}?page=${number}`);
  return (
    <nav aria-label={translate(locale, 'account.pages.label')} className="-my-2.5 flex flex-wrap gap-x-6">
      {page > 1 && <TextLink href={to(page - 1)}>{translate(locale, 'account.pages.previous')}</TextLink>}
      {hasNext && <TextLink href={to(page + 1)}>{translate(locale, 'account.pages.next')}</TextLink>}
    </nav>
  );
}
