import type { ReactNode } from 'react';
import { Button } from '#components/ui/button';
import { adminTexts } from '#lib/i18n/admin/texts';

type PreviewFrameProps = {
  /** The address of the preview, without a query. */
  readonly path: string;
  /** The query of the page that it shows first. */
  readonly query?: string;
  /** Describes the preview for people who cannot see it. */
  readonly title: string;
  /** Fields that change how the preview looks. */
  readonly children?: ReactNode;
};

const frameName = 'preview';

/**
 * A preview of a page, inside the form whose values it shows. A button sends the form there instead of saving it, with
 * or without scripts; browser/preview.ts sends it while a person types or chooses. The form's own button must come
 * first, because the Enter key presses the first one.
 */
export function PreviewFrame({ path, query = '', title, children }: PreviewFrameProps) {
  return (
    <div className="grid gap-3" data-preview>
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <Button
          size="small"
          formAction={`${path}/draw`}
          formMethod="post"
          formEncType="application/x-www-form-urlencoded"
          formTarget={frameName}
          formNoValidate
        >
          {adminTexts.shell.form.showPreview}
        </Button>
      </div>
      <iframe
        name={frameName}
        title={title}
        src={`${path}${query}`}
        className="h-[46rem] w-full rounded-lg border border-border bg-card"
      />
    </div>
  );
}
