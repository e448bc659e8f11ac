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
