import type { ReactNode } from 'react';

/** Labels with their values and actions. */
export function SummaryList({ children }: { readonly children: ReactNode }) {
  return <dl className="divide-y divide-border rounded-box border border-border bg-card">{children}</dl>;
}

type SummaryRowProps = {
  readonly label: string;
  /** One link. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

/** One row of the list. On phones the value is below its label, and the action beside both. */
export function SummaryRow({ label, action, children }: SummaryRowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 px-4 py-3.5 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd className="min-w-0 max-sm:col-start-1">{children}</dd>
      {action && <dd className="-my-2.5 max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">{action}</dd>}
    </div>
  );
}
