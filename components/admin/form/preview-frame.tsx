import type { ReactNode } from 'react';
import { Button } from '#components/ui/button';
import { adminTexts } from '#lib/i18n/admin/texts';

type PreviewFrameProps = {
  /** The address of the preview, without query. */
  readonly path: string;
  /** Which page it begins with. */
  readonly query?: string;
  /** What it shows, for those who cannot see it. */
  readonly title: string;
  /** Fields that say how it is shown. */
  readonly children?: ReactNode;
};

const frameName = 'preview';

/**
 * A page for people beside the form it stands in. A button sends the form there instead of saving it, with and without
 * scripts; browser/preview.ts does it while somebody types or chooses. The form's own button comes before it: that is the one
 * that the Enter key presses.
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
