import type { ReactNode } from 'react';

const tones = {
  neutral: 'border-border bg-muted',
  good: 'border-success/40 bg-success-soft',
  warning: 'border-warning/40 bg-warning-soft',
  bad: 'border-destructive/40 bg-destructive-soft',
} as const;

type NoticeProps = {
  readonly tone?: keyof typeof tones;
  readonly title?: string;
  /** `alert` when it has to be read at once, `status` when it says that something went well. */
  readonly role?: 'alert' | 'status';
  readonly children?: ReactNode;
};

/** A boxed remark. The words carry the meaning; the color only repeats it. */
export function Notice({ tone = 'neutral', title, role, children }: NoticeProps) {
  return (
    <div
      className={`rounded-box border px-4 py-3 text-(length:--notice-text) [overflow-wrap:anywhere] ${tones[tone]}`}
      role={role}
    >
      {title && <p className="font-semibold">{title}</p>}
      {children}
    </div>
  );
}
