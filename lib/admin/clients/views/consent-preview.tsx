import { Notice } from '#components/ui/notice';
import { ConsentView } from '#views/login/consent/view';
import type { ConsentPreview } from '../consent-preview';
import { texts as clientTexts } from '../texts';

type ConsentPreviewPageProps = ConsentPreview & { readonly host: string; readonly nonce: string | undefined };

/** The consent page of a client as people see it. It is inert. */
export function ConsentPreviewPage({ isAsked, page, host, nonce }: ConsentPreviewPageProps) {
  const texts = clientTexts.consentPreview;
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
