import { cva, type VariantProps } from 'class-variance-authority';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import { classes } from './classes';

export const buttonLook = cva(
  'inline-flex min-h-9 items-center justify-center gap-2 whitespace-nowrap rounded-lg border px-3.5 py-1.5 font-medium ' +
    'text-sm transition-colors motion-reduce:transition-none aria-disabled:opacity-60',
  {
    variants: {
      variant: {
        primary: 'border-primary bg-primary text-primary-foreground hover:bg-primary-hover forced-colors:border-2',
        secondary: 'border-input bg-card text-foreground hover:bg-muted',
        danger: 'border-destructive bg-card text-destructive hover:bg-destructive-soft',
        quiet: 'border-transparent text-muted-foreground hover:bg-muted hover:text-foreground',
      },
      size: { normal: '', small: 'min-h-8 px-2.5 py-1 text-[0.8125rem]' },
    },
    defaultVariants: { variant: 'secondary', size: 'normal' },
  },
);

type Look = VariantProps<typeof buttonLook>;

/** A button of the administration. */
export function Button({
  variant,
  size,
  className,
  type = 'submit',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Look) {
  return <button type={type} className={classes(buttonLook({ variant, size }), className)} {...rest} />;
}

/** A link that looks like a button: it leads somewhere and changes nothing. */
export function ButtonLink({
  variant,
  size,
  className,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & Look) {
  return (
    <a className={classes(buttonLook({ variant, size }), className)} {...rest}>
      {children}
    </a>
  );
}
