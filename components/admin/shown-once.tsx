import { Notice } from '#components/ui/notice';
import { CopyButton } from './copy-button';

/** A value that cannot be shown again. */
export function ShownOnce({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <Notice tone="good" role="status" title={label}>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <code className="select-all break-all rounded-md border border-border bg-card px-2 py-1">{value}</code>
        <CopyButton text={value} label={label} />
      </p>
    </Notice>
  );
}
