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
  /** `alert` if it must be read immediately, `status` for a success. */
  readonly role?: 'alert' | 'status';
  readonly children?: ReactNode;
};

/** A boxed message. The color only repeats the meaning of the text. */
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
