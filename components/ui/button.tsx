import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';

type ButtonLook = {
  /** The visual weight. */
  readonly variant?: 'primary' | 'secondary' | 'equal' | 'danger' | 'confirmed-danger' | 'quiet';
  /** `small` is for rows of tables and lists. */
  readonly size?: 'normal' | 'small';
  readonly className?: string;
};

/** A submit button. Its size follows the density of the page: full width and 48 px high on pages for people. */
export function Button({
  variant,
  size,
  className,
  type = 'submit',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & ButtonLook) {
  return <button type={type} className={buttonClasses({ variant, size, className })} {...rest} />;
}

/** A link that looks like a button. It changes nothing. */
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

/** The classes of a button for another element that looks like one. Their styles are in app/components.css. */
export function buttonClasses({
  variant = 'secondary',
  size = 'normal',
  className = '',
}: Undefinable<ButtonLook>): string {
  return `${sizes[size]} ${looks[variant]} ${className}`.trimEnd();
}

const sizes = { normal: 'button button-normal', small: 'button button-small' } as const;

const looks = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  equal: 'button-equal',
  danger: 'button-danger',
  'confirmed-danger': 'button-confirmed-danger',
  quiet: 'button-quiet',
} as const;

type Undefinable<T> = { readonly [K in keyof T]?: T[K] | undefined };
