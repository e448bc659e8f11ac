import type { TenantPreview } from '#lib/admin/tenants/read-preview';
import { adminTexts } from '#lib/i18n/admin/texts';
import { directionOf } from '#lib/i18n/locales';
import { PreviewPage } from './preview-page';
import { RepairsNote, repairedColors } from './repairs-note';

type BrandingPreviewProps = {
  readonly preview: TenantPreview;
  readonly host: string;
  readonly nonce: string | undefined;
};

/**
 * A page for people with the look of a draft. Its buttons do nothing. It contains the notes on the draft's colors,
 * which browser/preview.ts shows beside the fields.
 */
export function BrandingPreview({ preview, host, nonce }: BrandingPreviewProps) {
  const { language, repairs } = preview;
  return (
    <main aria-label={adminTexts.tenants.preview.frame} className="flex grow flex-col">
      <h1 className="sr-only">{adminTexts.tenants.preview.frame}</h1>
      <div hidden>
        {repairedColors.map((of) => (
          <RepairsNote key={of} of={of} repairs={repairs} />
        ))}
      </div>
      <div inert lang={language} dir={directionOf(language)} className="flex grow flex-col">
        <PreviewPage preview={preview} host={host} nonce={nonce} />
      </div>
    </main>
  );
}
