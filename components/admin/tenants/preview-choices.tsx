import { previewPages } from '#lib/admin/tenants/preview-pages';
import { adminTexts } from '#lib/i18n/admin/texts';

/** Chooses the page and the color scheme of a tenant's preview. */
export function PreviewChoices({ asText }: { readonly asText: boolean }) {
  const texts = adminTexts.tenants.preview;
  // Among the fields of a tenant the name says what it is about; for a reader it is the address of the preview itself.
  const page = asText ? 'page' : 'preview_page';
  return (
    <>
      <select name={page} aria-label={texts.page} className={control}>
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
    </>
  );
}

const control = 'min-h-7 rounded-md border border-input bg-card px-2 text-[0.8125rem]';
const toggle =
  'cursor-pointer px-2.5 py-1 text-[0.8125rem] has-checked:bg-primary has-checked:text-primary-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring';
