import type { AnchorHTMLAttributes } from 'react';

/** A link on a line of its own. It is 44 px high, as a thumb needs it (ux §3.4), so lists and rows take the space back. */
export function TextLink({ className = '', children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a className={`${look} ${className}`} {...rest}>
      {children}
    </a>
  );
}

const look =
  'inline-flex min-h-11 items-center rounded-sm py-2.5 text-link underline decoration-link/40 underline-offset-3 hover:decoration-2 hover:decoration-link';
