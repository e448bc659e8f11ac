import type { ReactNode } from 'react';
import { Name } from '#components/ui/name';

type ColumnProps = { readonly title: string; readonly text?: string; readonly children: ReactNode };

/** One side of a connection. */
export function Column({ title, text, children }: ColumnProps) {
  return (
    <section className="grid min-w-0 content-start gap-5">
      <div className="grid gap-1">
        <h3 className="font-semibold text-sm">
          <Name>{title}</Name>
        </h3>
        {text !== undefined && <p className="text-muted-foreground text-sm">{text}</p>}
      </div>
      {children}
    </section>
  );
}
