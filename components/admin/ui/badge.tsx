import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';

const look = cva(
  'inline-flex items-center gap-1 whitespace-nowrap rounded-md border px-1.5 py-0.5 font-medium text-xs',
  {
    variants: {
      tone: {
        neutral: 'border-border bg-muted text-muted-foreground',
        good: 'border-success/30 bg-success-soft text-success',
        warning: 'border-brand/40 bg-brand/10 text-foreground',
        bad: 'border-destructive/30 bg-destructive-soft text-destructive',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

/** A state in a word. The colour says nothing that the word does not. */
export function Badge({ tone, children }: VariantProps<typeof look> & { readonly children: ReactNode }) {
  return <span className={look({ tone })}>{children}</span>;
}
