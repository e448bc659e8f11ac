import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

const tones = {
  neutral: 'border-border bg-muted text-muted-foreground',
  good: 'border-success/30 bg-success-soft text-success',
  info: 'border-info/30 bg-info-soft text-info',
  warning: 'border-warning/30 bg-warning-soft text-warning',
  bad: 'border-destructive/30 bg-destructive-soft text-destructive',
} as const;

const icons: Readonly<Partial<Record<keyof typeof tones, IconName>>> = {
  info: 'info',
  warning: 'warning',
  bad: 'cross',
};

type BadgeProps = { readonly tone?: keyof typeof tones | undefined; readonly children: ReactNode };

/** A state in a word. The color and the icon only repeat the word. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  const icon = icons[tone];
  return (
    <span
      className={`inline-flex min-h-5 items-center gap-1 rounded-md border px-1.5 font-medium text-xs [white-space:var(--control-wrap)] ${tones[tone]}`}
    >
      {icon && <Icon name={icon} className="size-3" />}
      {children}
    </span>
  );
}
