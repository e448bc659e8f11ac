import { CopyButton } from './copy-button';

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
