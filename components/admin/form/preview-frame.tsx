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
  /** For a person who cannot change the values. */
  readonly asText: boolean;
  /** It shows pictures that are chosen, so it is a form of its own: see form(). */
  readonly hasFiles?: boolean;
  /** The size of the window. */
  readonly className?: string;
  /** Fields that change how the preview looks. */
  readonly children?: ReactNode;
};

const frameName = 'preview';

/**
 * A preview of a page, inside the form whose values it shows. A button sends the form there instead of saving it, with
 * or without scripts; browser/preview.ts sends it while a person types or chooses. The form's own button must come
 * first, because the Enter key presses the first one. For a person who cannot change the values it shows the stored ones.
 */
export function PreviewFrame({
  path,
  query = '',
  title,
  asText,
  hasFiles = false,
  className,
  children,
}: PreviewFrameProps) {
  const show = adminTexts.shell.form.showPreview;
  const row = 'flex flex-wrap items-center gap-2';
  const frame = (
    <div className="h-[46rem] overflow-hidden rounded-lg border border-border bg-muted">
      <iframe
        name={frameName}
        title={title}
        src={`${path}${query}`}
        className={`block bg-card ${className ?? 'size-full'}`}
      />
    </div>
  );
  if (asText) {
    return (
      <div className="group/preview grid gap-3">
        {children && (
          <form action={path} target={frameName} className={row} data-preview>
            {children}
            <Button size="small">{show}</Button>
          </form>
        )}
        {frame}
      </div>
    );
  }
  return (
    <div className="group/preview grid gap-3" data-preview>
      <div className={row}>
        {children}
        <Button
          size="small"
          formAction={`${path}/${hasFiles ? 'submit' : 'draw'}`}
          formMethod="post"
          formEncType={hasFiles ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}
          formTarget={frameName}
          formNoValidate
        >
          {show}
        </Button>
      </div>
      {frame}
    </div>
  );
}
