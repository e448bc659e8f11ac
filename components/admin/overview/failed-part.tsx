import { adminTexts } from '#lib/i18n/admin/texts';

/** What cannot be read says so and leaves the rest of the page alone. */
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
