import type { ReactNode } from 'react';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Icon } from '../ui/icon';
import { Name } from '../ui/text';
import { lastAddress } from './page-facts';

type PageHeaderProps = {
  readonly title: string;
  readonly description?: string;
  /** The page above this one. */
  readonly parent?: Ancestor;
  /** The pages above this one, the topmost first, if there are several. */
  readonly ancestors?: readonly Ancestor[];
  /** Badges beside the title. */
  readonly badges?: ReactNode;
  readonly actions?: ReactNode;
};

export type Ancestor = { readonly label: string; readonly href: string };

/** The heading of a page of the administration, with the pages above it and its actions. */
export function PageHeader({ title, description, parent, ancestors, badges, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-1">
        <Breadcrumb ancestors={ancestors ?? (parent === undefined ? [] : [parent])} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 wrap-anywhere font-semibold text-[1.375rem] leading-7 tracking-display">
            <Name>{title}</Name>
          </h1>
          {badges}
        </div>
        {description && (
          <p className="max-w-prose text-muted-foreground text-sm">
            <Name>{description}</Name>
          </p>
        )}
      </div>
      {actions && (
        <div data-page-actions className="flex flex-wrap gap-2">
          {actions}
        </div>
      )}
    </header>
  );
}

/** Only the ancestors, because the heading below names the page itself. */
export function Breadcrumb({ ancestors }: { readonly ancestors: readonly Ancestor[] }) {
  if (ancestors.length === 0) return null;
  return (
    <nav aria-label={adminTexts.shell.breadcrumb}>
      <ol className="flex flex-wrap items-center gap-x-1.5 text-muted-foreground text-sm">
        {ancestors.map(({ label, href }, index) => (
          <li key={href} className="flex min-w-0 items-center gap-1.5">
            {index > 0 && <Icon name="chevron" className="size-3.5 -rotate-90" />}
            <a
              href={lastAddress(href)}
              className="flex min-w-0 items-center break-words rounded-sm py-0.5 leading-6 underline-offset-4 hover:underline"
            >
              <Name>{label}</Name>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
