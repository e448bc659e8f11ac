import type { ReactNode } from 'react';

const tones = {
  neutral: 'border-border bg-muted text-muted-foreground',
  good: 'border-success/30 bg-success-soft text-success',
  warning: 'border-brand/40 bg-brand/10 text-foreground',
  bad: 'border-destructive/30 bg-destructive-soft text-destructive',
} as const;

type BadgeProps = { readonly tone?: keyof typeof tones | undefined; readonly children: ReactNode };

/** A state in a word. The colour says nothing that the word does not. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center gap-1 whitespace-nowrap rounded-md border px-1.5 py-0.5 font-medium text-xs ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
