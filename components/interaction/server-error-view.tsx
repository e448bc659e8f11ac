import { ButtonLink } from '#components/ui/button';
import { Heading } from '#components/ui/heading';
import { chooseLocale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { pageTitle } from './page-title';
import { Shell } from './shell';

/** Our own failure, for the two error boundaries. The link asks for the same page again, without a script too. */
export function ServerErrorView({ digest }: { readonly digest: string | undefined }) {
  const locale = chooseLocale();
  return (
    <Shell locale={locale} page="error" title={pageTitle(locale, translate(locale, 'error.server_error.title'), false)}>
      <Heading text={translate(locale, 'error.server_error.text')}>
        {translate(locale, 'error.server_error.title')}
      </Heading>
      <ButtonLink variant="secondary" href="">
        {translate(locale, 'error.retry')}
      </ButtonLink>
      {digest !== undefined && (
        <p className="font-mono text-muted-foreground text-sm">
          {translate(locale, 'error.reference', { reference: digest })}
        </p>
      )}
    </Shell>
  );
}
