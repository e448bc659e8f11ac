import type { ReactNode } from 'react';

type CardProps = {
  /** In a small window the sheet is the page itself, as on a phone. */
  readonly compact?: boolean;
  readonly children: ReactNode;
};

/** The sheet around the content of a page. On a phone it is the page itself, without a border. */
export function Card({ compact = false, children }: CardProps) {
  return <div className={`grid gap-7 text-card-foreground ${compact ? '' : sheet}`}>{children}</div>;
}

const sheet = 'sm:rounded-card sm:border sm:border-border sm:bg-card sm:p-10 sm:shadow-card';
