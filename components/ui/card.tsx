import type { ReactNode } from 'react';

type CardProps = {
  /** In a small window the sheet fills the page, as on a phone. */
  readonly compact?: boolean;
  readonly children: ReactNode;
};

/** The sheet around the content of a page. On a phone it fills the page and has no border. */
export function Card({ compact = false, children }: CardProps) {
  return <div className={`grid gap-7 text-card-foreground ${compact ? '' : sheet}`}>{children}</div>;
}

const sheet = 'sm:rounded-card sm:border sm:border-border sm:bg-card sm:p-10 sm:shadow-card';
