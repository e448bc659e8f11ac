import { Notice } from '#components/ui/notice';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

/** Said where scripts do not run: only they reach authenticators. */
export function NeedsScript({ locale }: { readonly locale: Locale }) {
  return (
    <div className="hidden noscript:block">
      <Notice>{translate(locale, 'passkey.needs_script')}</Notice>
    </div>
  );
}
