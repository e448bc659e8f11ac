import { Button, ButtonLink } from '#components/ui/button';
import { adminTexts } from '#lib/i18n/admin/texts';

type SearchFormProps = {
  /** The page of the list, which the search leads back to. */
  readonly action: string;
  readonly label: string;
  readonly q: string | null;
};

/** The search of a list that has no other filter. */
export function SearchForm({ action, label, q }: SearchFormProps) {
  const { search } = adminTexts.shell;
  return (
    <form method="get" action={action} className="flex flex-wrap items-end gap-3">
      <label className="grid min-w-0 flex-1 basis-64 gap-1 text-muted-foreground text-xs">
        {label}
        <input
          type="search"
          name="q"
          defaultValue={q ?? ''}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          className="min-h-9 rounded-lg border border-input bg-card px-2.5 py-1 text-foreground text-sm"
        />
      </label>
      <Button>{search.go}</Button>
      {q !== null && (
        <ButtonLink href={action} variant="quiet">
          {search.clear}
        </ButtonLink>
      )}
    </form>
  );
}
