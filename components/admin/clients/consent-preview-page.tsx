import { ConsentView } from '#components/interaction/consent-view';
import { Notice } from '#components/ui/notice';
import type { ConsentPreview } from '#lib/admin/clients/consent-preview';
import { adminTexts } from '#lib/i18n/admin/texts';

type ConsentPreviewPageProps = ConsentPreview & { readonly host: string; readonly nonce: string | undefined };

/** The consent page of a client as people see it. It is inert. */
export function ConsentPreviewPage({ isAsked, page, host, nonce }: ConsentPreviewPageProps) {
  const texts = adminTexts.clients.consentPreview;
  return (
    <main aria-label={texts.frame} className="flex grow flex-col">
      <h1 className="sr-only">{texts.frame}</h1>
      {!isAsked && (
        <div className="p-4">
          <Notice title={texts.off} />
        </div>
      )}
      <div inert lang="en" dir="ltr" className="flex grow flex-col">
        <ConsentView locale="en" host={host} nonce={nonce} frame={page.frame} model={page} />
      </div>
    </main>
  );
}
