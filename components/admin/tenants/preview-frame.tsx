import { Button } from '#components/ui/button';
import { adminTexts } from '#lib/i18n/admin/texts';

type PreviewFrameProps = {
  /** The address of the preview, without query. */
  readonly path: string;
  /** The looks that people can see. */
  readonly looks: readonly ('light' | 'dark')[];
};

const frameName = 'branding-preview';

/**
 * The sign-in page beside the form it stands in. A button sends the form there instead of saving it, with and without
 * scripts; browser/preview.ts does it while somebody types.
 */
export function PreviewFrame({ path, looks }: PreviewFrameProps) {
  const texts = adminTexts.tenants.preview;
  return (
    <div className="grid gap-3" data-preview>
      <div className="flex flex-wrap gap-2">
        {looks.map((one) => (
          <Button
            key={one}
            size="small"
            name="look"
            value={one}
            formAction={`${path}/draw`}
            formMethod="post"
            formEncType="application/x-www-form-urlencoded"
            formTarget={frameName}
            formNoValidate
          >
            {texts.looks[one]}
          </Button>
        ))}
      </div>
      <iframe
        name={frameName}
        title={texts.frame}
        src={`${path}?look=${looks[0] ?? 'light'}`}
        className="h-[46rem] w-full rounded-lg border border-border bg-card"
      />
    </div>
  );
}
