import type { ReactNode } from 'react';

/** The message that is shown instead of an empty list. */
export function EmptyState({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-border border-dashed bg-card px-6 py-12 text-center">
      <p className="font-semibold">{title}</p>
      {text && <p className="max-w-prose text-muted-foreground text-sm">{text}</p>}
      {children && <div className="flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
