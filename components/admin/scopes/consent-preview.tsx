import { ScopeList } from '#components/interaction/scope-list';
import { Panel } from '#components/ui/panel';
import { adminTexts } from '#lib/i18n/admin/texts';
import { type Language, locales } from '#lib/i18n/locales';
import type { ScopeView } from '#lib/login/consent/read';
import { languageName } from './language-name';

type ConsentPreviewProps = {
  readonly face: ScopeView;
  readonly language: Language;
  /** The address of the page. The language goes into its query. */
  readonly path: string;
};

/** The scope on the consent page, in one language. Its buttons do nothing. */
export function ConsentPreview({ face, language, path }: ConsentPreviewProps) {
  const texts = adminTexts.scopes;
  return (
    <Panel title={texts.preview} description={texts.previewHelp} id="preview">
      <nav aria-label={texts.language} className="mb-4 flex flex-wrap gap-x-3 gap-y-1 text-sm">
        {locales.map((locale) => (
          <a
            key={locale}
            href={`${path}?language=${locale}#preview`}
            lang={locale}
            aria-current={locale === language ? 'true' : undefined}
            className="underline-offset-4 hover:underline aria-[current]:font-semibold"
          >
            {languageName(locale)}
          </a>
        ))}
      </nav>
      <div inert lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'} className="max-w-md" data-consent-preview>
        <ScopeList locale={language} scopes={[face]} ticked app={texts.previewApp} />
      </div>
    </Panel>
  );
}
