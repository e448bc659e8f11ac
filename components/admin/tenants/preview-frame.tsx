import { Button } from '#components/ui/button';
import { previewPages } from '#lib/admin/tenants/preview-pages';
import { adminTexts } from '#lib/i18n/admin/texts';

const frameName = 'branding-preview';

/** @param path the address of the preview, without query */
type PreviewFrameProps = { readonly path: string };

/**
 * A page for people beside the form it stands in. A button sends the form there instead of saving it, with and without
 * scripts; browser/preview.ts does it while somebody types or chooses.
 */
export function PreviewFrame({ path }: PreviewFrameProps) {
  const texts = adminTexts.tenants.preview;
  return (
    <div className="grid gap-3" data-preview>
      <div className="flex flex-wrap items-center gap-2">
        <select name="preview_page" aria-label={texts.page} className={control}>
          {previewPages.map((page) => (
            <option key={page} value={page}>
              {texts.pages[page]}
            </option>
          ))}
        </select>
        <fieldset className="flex overflow-hidden rounded-md border border-input">
          <legend className="sr-only">{texts.look}</legend>
          {(['light', 'dark'] as const).map((look) => (
            <label key={look} className={toggle}>
              <input type="radio" name="look" value={look} defaultChecked={look === 'light'} className="sr-only" />
              {texts.looks[look]}
            </label>
          ))}
        </fieldset>
        <Button
          size="small"
          formAction={`${path}/draw`}
          formMethod="post"
          formEncType="application/x-www-form-urlencoded"
          formTarget={frameName}
          formNoValidate
        >
          {texts.show}
        </Button>
      </div>
      <iframe
        name={frameName}
        title={texts.frame}
        src={`${path}?look=light`}
        className="h-[46rem] w-full rounded-lg border border-border bg-card"
      />
    </div>
  );
}

const control = 'min-h-7 rounded-md border border-input bg-card px-2 text-[0.8125rem]';
const toggle =
  'cursor-pointer px-2.5 py-1 text-[0.8125rem] has-checked:bg-primary has-checked:text-primary-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring';
