import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';

type ButtonLook = {
  /** The weight on the page. */
  readonly variant?: 'primary' | 'secondary' | 'equal' | 'danger' | 'confirmed-danger' | 'quiet';
  /** `small` is for rows of tables and lists. */
  readonly size?: 'normal' | 'small';
  readonly className?: string;
};

/** A submit button. Its measures follow the density of the page: full width and 48 px high for people. */
export function Button({
  variant,
  size,
  className,
  type = 'submit',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & ButtonLook) {
  return <button type={type} className={buttonClasses({ variant, size, className })} {...rest} />;
}

/** A link that looks like a button: it leads somewhere and changes nothing. */
export function ButtonLink({
  variant,
  size,
  className,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & ButtonLook) {
  return (
    <a className={buttonClasses({ variant, size, className })} {...rest}>
      {children}
    </a>
  );
}

const shape =
  'relative inline-flex items-center justify-center gap-2 rounded-(--control-radius) border text-center leading-snug ' +
  '[overflow-wrap:anywhere] [white-space:var(--control-wrap)] transition duration-150 ' +
  'active:translate-y-px aria-disabled:opacity-60 motion-reduce:transition-none motion-reduce:active:translate-y-0';

const sizes = {
  normal:
    'w-(--control-width) min-h-(--control-height) px-(--control-padding) py-[calc(var(--control-height)/5)] text-(length:--control-text)',
  small: 'min-h-7 px-2 py-0.5 text-[0.8125rem]',
} as const;

const strong = '[font-weight:var(--control-weight)]';

const looks = {
  primary:
    `${strong} border-primary-border bg-primary text-primary-foreground shadow-xs hover:bg-primary-hover ` +
    'forced-colors:border-3',
  secondary: `${strong} border-input bg-card text-foreground hover:border-foreground/60 hover:bg-muted active:bg-muted`,
  // For two answers of which neither may be suggested.
  equal: `${strong} border-foreground/75 bg-card text-foreground hover:border-foreground hover:bg-muted active:bg-muted`,
  danger: `${strong} border-destructive bg-card text-destructive hover:bg-destructive-soft active:bg-destructive-soft`,
  // Where the question was asked and this is the answer.
  'confirmed-danger': `${strong} border-destructive bg-destructive text-destructive-foreground hover:opacity-90 forced-colors:border-3`,
  quiet: 'border-transparent text-muted-foreground hover:bg-muted hover:text-foreground active:bg-muted',
} as const;

/** The classes of a button, for another element that looks like one. */
export function buttonClasses({
  variant = 'secondary',
  size = 'normal',
  className = '',
}: Undefinable<ButtonLook>): string {
  return `${shape} ${sizes[size]} ${looks[variant]} ${className}`;
}

type Undefinable<T> = { readonly [K in keyof T]?: T[K] | undefined };
