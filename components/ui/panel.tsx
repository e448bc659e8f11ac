import type { ReactNode } from 'react';

type PanelProps = {
  readonly title?: string;
  readonly description?: string;
  /** Buttons or links next to the title. */
  readonly actions?: ReactNode;
  readonly id?: string;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A part of a page with a title. */
export function Panel({ title, description, actions, id, className = '', children }: PanelProps) {
  return (
    <section id={id} className={`min-w-0 rounded-lg border border-border bg-card ${className}`}>
      {(title || actions) && (
        <header className="flex flex-wrap items-start justify-between gap-3 border-border border-b px-5 py-4">
          <div className="grid gap-1">
            {title && <h2 className="font-semibold">{title}</h2>}
            {description && <p className="text-muted-foreground text-sm">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      <div className="px-5 py-4">{children}</div>
    </section>
  );
}

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
