import { adminTexts } from '#lib/i18n/admin/texts';

/**
 * The search over everything, on every page of the administration. The Enter key sends it. A script adds the palette
 * and its keys.
 */
export function SearchField({ text }: { readonly text: string | null }) {
  const { field, placeholder } = adminTexts.search;
  return (
    <search>
      <form method="get" action="/admin/search" className="relative">
        <input
          type="search"
          name="q"
          aria-label={field}
          aria-keyshortcuts="Control+K Meta+K"
          placeholder={placeholder}
          defaultValue={text ?? ''}
          maxLength={400}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          className="min-h-9 w-full rounded-lg border border-input bg-background px-2.5 py-1 text-foreground text-sm placeholder:text-muted-foreground"
        />
        <span
          hidden
          data-palette-keys
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-2.5 my-auto h-fit rounded-sm border border-border px-1.5 text-muted-foreground text-xs max-sm:hidden"
        >
          Ctrl K
        </span>
      </form>
    </search>
  );
}
