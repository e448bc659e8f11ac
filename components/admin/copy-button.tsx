import { Button } from '#components/ui/button';
import { adminTexts } from '#lib/i18n/admin/texts';

type CopyButtonProps = {
  readonly text: string;
  readonly label: string;
  /** Replaces the usual label, to name the copied thing. */
  readonly shown?: string;
};

/** Copies a text to the clipboard and confirms it. Without scripts the button is hidden, and people select the text. */
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

/** A value to select with one click, and a button that copies it. */
export function Copied({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <code data-value={label} className="select-all break-all" dir="ltr">
        {value}
      </code>
      <CopyButton text={value} label={label} />
    </span>
  );
}
