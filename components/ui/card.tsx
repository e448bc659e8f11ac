import type { ReactNode } from 'react';

/** The sheet a page's content lies on. On a phone it is the page itself, without an edge. */
export function Card({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid gap-7 sm:rounded-[18px] sm:border sm:border-border sm:bg-card sm:p-10 sm:shadow-card">
      {children}
    </div>
  );
}
