import type { ReactNode } from 'react';

type HeadingProps = { readonly children: ReactNode; readonly text?: ReactNode };

/** The only h1 of the page, and the sentence below it. */
export function Heading({ children, text }: HeadingProps) {
  return (
    <div className="grid gap-2.5">
      <h1 className="text-balance font-semibold text-[1.625rem] leading-tight tracking-display [overflow-wrap:anywhere]">
        {children}
      </h1>
      {text && <p className="text-pretty text-muted-foreground [overflow-wrap:anywhere]">{text}</p>}
    </div>
  );
}
