import { CopyButton } from '../copy-button';

/** A value that belongs somewhere else: to select, and to copy. */
export function CopyValue({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="grid gap-1.5">
      <p className="font-medium text-sm">{label}</p>
      <div className="flex min-w-0 items-center gap-1 rounded-lg border border-border bg-muted py-0.5 ps-3">
        <code className="min-w-0 flex-1 break-all py-1.5 text-xs" dir="ltr">
          {value}
        </code>
        <CopyButton text={value} label={label} />
      </div>
    </div>
  );
}
