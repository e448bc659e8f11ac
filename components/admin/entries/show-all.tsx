import { adminTexts } from '#lib/i18n/admin/texts';

type ShowAllProps = {
  /** The page with the settings. */
  readonly path: string;
  readonly isAll: boolean;
  /** No setting of the page applies. */
  readonly isEmpty: boolean;
};

/** Switches between the settings that apply to an entry and all settings. */
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
