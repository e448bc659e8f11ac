import type { ReactNode } from 'react';

type AlertProps = { readonly kind: 'note' | 'success' | 'problem'; readonly children: ReactNode };

const looks = {
  note: 'border-border bg-muted',
  success: 'border-success/40 bg-success-soft',
  problem: 'border-destructive/40 bg-destructive-soft',
} as const;

/** A boxed remark. The words carry the meaning; the colour only repeats it. */
export function Alert({ kind, children }: AlertProps) {
  return (
    <div className={`rounded-box border px-4 py-3 text-[0.9375rem] [overflow-wrap:anywhere] ${looks[kind]}`}>
      {children}
    </div>
  );
}
