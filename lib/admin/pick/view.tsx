import { Name } from '#components/ui/text';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { FoundPicks } from './read';

/** The matches for a typed text. The script of the picker reads them. */
export function PickOptions({ picks, isCut }: FoundPicks) {
  const texts = adminTexts.pick;
  return (
    <main data-picks={isCut ? texts.keepTyping : texts.status(picks.length)}>
      {picks.map(({ value, name, detail }) => (
        <div
          key={value}
          role="option"
          aria-selected="false"
          tabIndex={-1}
          data-value={value}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-3 text-sm aria-selected:bg-selected forced-colors:aria-selected:outline-2 pointer-coarse:min-h-11"
        >
          <span className="min-w-0 truncate">
            <Name>{name}</Name>
          </span>
          {detail && (
            <span className="ms-auto min-w-0 max-w-[60%] truncate text-muted-foreground text-xs" dir="auto">
              {detail}
            </span>
          )}
        </div>
      ))}
      {(isCut || picks.length === 0) && (
        <div className="px-3 py-2 text-muted-foreground text-xs">{isCut ? texts.keepTyping : texts.nothing}</div>
      )}
    </main>
  );
}
