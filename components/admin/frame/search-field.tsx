import { Icon } from '#components/ui/icon';
import { texts } from '#lib/admin/search/texts';

/**
 * The search over everything, on every page of the administration. The Enter key sends it. A script adds the palette
 * and its keys.
 */
export function SearchField({ text }: { readonly text: string | null }) {
  const { field, placeholder } = texts;
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

const results = 'palette-results';

/**
 * The palette. Only a script opens it; without one, the search field leads to the search page.
 * @param person the palette remembers the visits of this person
 */
export function PaletteDialog({ person }: { readonly person: string }) {
  const { label, placeholder, keys } = texts.palette;
  return (
    <dialog
      data-palette={person}
      aria-label={label}
      className="mx-auto mt-2 mb-auto w-[40rem] max-w-[calc(100vw-1rem)] overflow-hidden rounded-xl border border-border bg-card p-0 text-foreground shadow-card backdrop:bg-scrim sm:mt-[12vh]"
    >
      <div className="flex items-center gap-2 border-border border-b px-4 focus-within:bg-muted/40">
        <Icon name="search" className="size-4 text-muted-foreground" />
        <input
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={results}
          aria-autocomplete="list"
          placeholder={placeholder}
          maxLength={400}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          className="min-h-12 min-w-0 grow bg-transparent text-base outline-none placeholder:text-muted-foreground"
        />
      </div>
      <div id={results} role="listbox" aria-label={label} className="max-h-[min(60dvh,28rem)] overflow-y-auto p-2" />
      <p className="border-border border-t px-4 py-2 text-muted-foreground text-xs max-sm:hidden">{keys}</p>
      <p role="status" className="sr-only" />
    </dialog>
  );
}
