import { Icon } from '#components/ui/icon';
import { adminTexts } from '#lib/i18n/admin/texts';

const results = 'palette-results';

/**
 * The palette. Only a script opens it; without one, the search field leads to the search page.
 * @param person the palette remembers the visits of this person
 */
export function PaletteDialog({ person }: { readonly person: string }) {
  const { label, placeholder, keys } = adminTexts.search.palette;
  return (
    <dialog
      data-palette={person}
      aria-label={label}
      className="mx-auto mt-2 mb-auto w-[40rem] max-w-[calc(100vw-1rem)] overflow-hidden rounded-xl border border-border bg-card p-0 text-foreground shadow-card backdrop:bg-foreground/40 sm:mt-[12vh]"
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
