import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';

export type ButtonVariant = 'primary' | 'secondary' | 'equal' | 'quiet';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { readonly variant?: ButtonVariant };

/** A submit button, full width, at least 48 px high. The variant is its weight on the page. */
export function Button({ variant = 'primary', type = 'submit', className = '', ...rest }: ButtonProps) {
  return <button type={type} className={`${buttonClasses(variant)} ${className}`} {...rest} />;
}

type ButtonLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { readonly variant?: ButtonVariant };

/** A link that looks like a button: it leads somewhere and changes nothing. */
export function ButtonLink({ variant = 'primary', className = '', children, ...rest }: ButtonLinkProps) {
  return (
    <a className={`${buttonClasses(variant)} ${className}`} {...rest}>
      {children}
    </a>
  );
}

const shape =
  'relative inline-flex min-h-12 w-full items-center justify-center gap-2.5 rounded-control border px-5 py-2.5 ' +
  'text-center leading-snug [overflow-wrap:anywhere] transition duration-150 active:translate-y-px ' +
  'motion-reduce:transition-none motion-reduce:active:translate-y-0';

const looks = {
  primary:
    'border-primary bg-primary font-semibold text-primary-foreground shadow-xs hover:border-primary-hover hover:bg-primary-hover ' +
    'forced-colors:border-3',
  secondary:
    'border-input bg-card font-semibold text-foreground hover:border-foreground/60 hover:bg-muted active:bg-muted',
  // For two answers of which neither may be suggested.
  equal:
    'border-foreground/75 bg-card font-semibold text-foreground hover:border-foreground hover:bg-muted active:bg-muted',
  quiet: 'border-transparent text-muted-foreground hover:bg-muted hover:text-foreground active:bg-muted',
} as const;

function buttonClasses(variant: ButtonVariant): string {
  return `${shape} ${looks[variant]}`;
}
