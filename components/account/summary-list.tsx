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

/** One row of the list. On phones its parts are below each other. */
export function SummaryRow({ label, action, children }: SummaryRowProps) {
  return (
    <div className="grid gap-x-6 gap-y-1 px-4 py-3.5 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:items-center">
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
      {action && <dd className="flex min-h-6 items-center">{action}</dd>}
    </div>
  );
}
