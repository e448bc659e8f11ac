import type { AnchorHTMLAttributes } from 'react';

/** A link inside or next to text, 44 px high if it is alone on its line. */
export function TextLink({ className = '', children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a className={`${look} ${className}`} {...rest}>
      {children}
    </a>
  );
}

const look =
  'rounded-sm text-link underline decoration-link/40 underline-offset-3 hover:decoration-2 hover:decoration-link';
