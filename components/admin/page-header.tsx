import type { ReactNode } from 'react';
import { Name } from '../ui/name';

type PageHeaderProps = {
  readonly title: string;
  readonly description?: string;
  /** The page above this one. */
  readonly parent?: { readonly label: string; readonly href: string };
  /** Badges beside the title. */
  readonly badges?: ReactNode;
  readonly actions?: ReactNode;
};

/** The heading of a page of the administration, with what can be done there. */
export function PageHeader({ title, description, parent, badges, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-1.5">
        {parent && (
          <a
            href={parent.href}
            className="flex w-fit items-center gap-1 text-muted-foreground text-sm underline-offset-4 hover:underline"
          >
            <svg
              viewBox="0 0 16 16"
              aria-hidden="true"
              className="-ms-1 size-4 fill-none stroke-current rtl:-scale-x-100"
            >
              <path d="M10 3 5 8l5 5" strokeWidth="1.5" />
            </svg>
            <Name>{parent.label}</Name>
          </a>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="break-words font-semibold text-2xl tracking-display">
            <Name>{title}</Name>
          </h1>
          {badges}
        </div>
        {description && (
          <p className="max-w-prose text-muted-foreground">
            <Name>{description}</Name>
          </p>
        )}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
