import { adminTexts } from '#lib/i18n/admin/texts';

type ShowAllProps = {
  /** Of the page with the settings. */
  readonly path: string;
  readonly isAll: boolean;
  /** No setting of the page has a use. */
  readonly isEmpty: boolean;
};

/** The way from the settings that an entry has a use for to all of them, and back. */
export function ShowAll({ path, isAll, isEmpty }: ShowAllProps) {
  const { all, fewer, noUse } = adminTexts.shell.form;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm">
      {isEmpty && !isAll && <span className="text-muted-foreground">{noUse}</span>}
      <a href={isAll ? path : `${path}?all=1`} className="underline underline-offset-4">
        {isAll ? fewer : all}
      </a>
    </p>
  );
}
