import { Button } from '#components/ui/button';
import { adminTexts } from '#lib/i18n/admin/texts';

/** Puts a text on the clipboard and says so. Without scripts it is not there: the text can be selected. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { copy, copied } = adminTexts.shell.form;
  return (
    <Button
      type="button"
      variant="quiet"
      size="small"
      className="noscript:hidden"
      aria-label={`${copy}: ${label}`}
      data-copy={text}
      data-copied={copied}
    >
      <span aria-live="polite">{copy}</span>
    </Button>
  );
}
