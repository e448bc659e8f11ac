import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';

const look = cva('rounded-lg border px-4 py-3 text-sm', {
  variants: {
    tone: {
      neutral: 'border-border bg-muted',
      good: 'border-success/40 bg-success-soft',
      warning: 'border-brand/50 bg-brand/10',
      bad: 'border-destructive/40 bg-destructive-soft',
    },
  },
  defaultVariants: { tone: 'neutral' },
});

type NoticeProps = VariantProps<typeof look> & {
  readonly title?: string;
  /** `alert` when it has to be read at once, `status` when it says that something went well. */
  readonly role?: 'alert' | 'status';
  readonly children?: ReactNode;
};

/** Something the person should know on this page. */
export function Notice({ tone, title, role, children }: NoticeProps) {
  return (
    <div className={look({ tone })} role={role}>
      {title && <p className="font-semibold">{title}</p>}
      {children}
    </div>
  );
}
