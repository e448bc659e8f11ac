import { Notice } from '#components/ui/notice';
import type { LogoState } from '#lib/admin/clients/read-logo';
import { adminTexts } from '#lib/i18n/admin/texts';

/** The logo that the pages show for a client, or the reason why they show none. */
export function LogoNotice({ logo }: { readonly logo: LogoState }) {
  const texts = adminTexts.clients.logo;
  switch (logo.state) {
    case 'shown':
      return (
        // biome-ignore lint/performance/noImgElement: a picture of our own origin in its own size
        <img
          src={logo.address}
          alt={texts.shown}
          width={48}
          height={48}
          className="size-12 rounded border border-border bg-plate object-contain p-1"
        />
      );
    case 'waiting':
      return <Notice>{texts.waiting}</Notice>;
    case 'unvouched':
      return <Notice>{texts.unvouched}</Notice>;
    case 'failed':
      return (
        <Notice tone="warning" title={texts.failed}>
          <p>{texts.problems[logo.problem]}</p>
          {logo.isTriedAgain && <p>{texts.again}</p>}
        </Notice>
      );
    default:
      return logo satisfies never;
  }
}
