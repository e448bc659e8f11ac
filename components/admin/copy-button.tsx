import { Button } from '#components/ui/button';
import { adminTexts } from '#lib/i18n/admin/texts';

type CopyButtonProps = {
  readonly text: string;
  readonly label: string;
  /** The words on the button where they say what is copied. */
  readonly shown?: string;
};

/** Puts a text on the clipboard and says so. Without scripts it is not there: the text can be selected. */
export function CopyButton({ text, label, shown }: CopyButtonProps) {
  const { copy, copied } = adminTexts.shell.form;
  return (
    <Button
      type="button"
      variant="quiet"
      size="small"
      className="noscript:hidden"
      aria-label={shown ?? `${copy}: ${label}`}
      data-copy={text}
      data-copied={copied}
    >
      <span aria-live="polite">{shown ?? copy}</span>
    </Button>
  );
}
