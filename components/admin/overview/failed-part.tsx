import { adminTexts } from '#lib/i18n/admin/texts';

/** Replaces a part of the page that could not be read. The rest of the page is still shown. */
export function FailedPart({ href }: { readonly href: string }) {
  const { failedPart, again } = adminTexts.overview;
  return (
    <p className="text-muted-foreground text-sm">
      {failedPart}{' '}
      <a href={href} className="underline underline-offset-4">
        {again}
      </a>
    </p>
  );
}
