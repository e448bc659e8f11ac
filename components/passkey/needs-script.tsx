import { Notice } from '#components/ui/notice';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

/** Shown without scripts, because only scripts can use authenticators. */
export function NeedsScript({ locale }: { readonly locale: Locale }) {
  return (
    <div className="hidden noscript:block">
      <Notice>{translate(locale, 'passkey.needs_script')}</Notice>
    </div>
  );
}
