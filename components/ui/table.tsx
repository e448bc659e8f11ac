import type { ReactNode } from 'react';
import { Name } from './text';

type TableProps = {
  /** The description of the table for screen readers. */
  readonly caption: string;
  readonly head: readonly (string | { readonly label: string; readonly className: string })[];
  /** `<tr>` elements. */
  readonly children: ReactNode;
};

/** A plain table that scrolls sideways if it does not fit. */
export function Table({ caption, head, children }: TableProps) {
  return (
    <section
      className="relative overflow-x-auto rounded-lg border border-border bg-card"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
    >
      <table className="w-full border-collapse text-[0.8125rem] leading-5">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-border border-b bg-muted text-muted-foreground">
            {head.map((column) => {
              const { label, className } = typeof column === 'string' ? { label: column, className: '' } : column;
              return (
                <th
                  key={label}
                  scope="col"
                  className={`h-8 whitespace-nowrap px-4 text-start font-medium text-xs ${className}`}
                >
                  {label}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">{children}</tbody>
      </table>
    </section>
  );
}

/** A cell. The first one of a row is its heading. */
export function Cell({
  heading = false,
  className = '',
  children,
}: {
  readonly heading?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
}) {
  if (heading) {
    return (
      <th scope="row" className={`min-w-32 px-4 py-(--row-padding) text-start align-baseline font-medium ${className}`}>
        {children}
      </th>
    );
  }
  return <td className={`px-4 py-(--row-padding) align-baseline ${className}`}>{children}</td>;
}

/** Names with their values, stacked on phones. Null values are left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[fit-content(14rem)_1fr]">
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([label, value]) => (
          <div key={label} className="grid gap-0.5 sm:contents">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="min-w-0 break-words">{typeof value === 'string' ? <Name>{value}</Name> : value}</dd>
          </div>
        ))}
    </dl>
  );
}
