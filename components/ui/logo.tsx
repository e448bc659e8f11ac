import type { ReactNode } from 'react';

/** Signet's mark: a signet ring with a brass face. It decorates the name and is hidden from screen readers. */
export function LogoMark({ className = 'size-8' }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <g transform="rotate(-16 16 16)">
        <path
          fill="currentColor"
          fillRule="evenodd"
          d="M6.3 11.7C6.5 14.5 6.2 16.3 6.2 19.8a9.8 9.8 0 0 0 19.6 0c0-3.5-.3-5.3-.1-8.1-2.2 1.9-5.6 3-9.7 3s-7.5-1.1-9.7-3ZM16 16.3c1.6 0 3.1-.2 4.4-.5a6.4 6.4 0 1 1-8.8 0c1.3.3 2.8.5 4.4.5Z"
        />
        <ellipse cx="16" cy="7.7" rx="10.8" ry="5.3" className="fill-brand" />
      </g>
    </svg>
  );
}

/** The mark with the portal's name. */
export function Logo({ children }: { readonly children: ReactNode }) {
  return (
    <span className={lockup}>
      <LogoMark />
      {children}
    </span>
  );
}

/** The logo of a tenant without a picture: the first letter of its name, and the name. */
export function NameLogo({ name }: { readonly name: string }) {
  return (
    <span className={lockup}>
      <span
        aria-hidden="true"
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-[min(var(--radius),0.5rem)] border border-primary-border bg-primary text-base text-primary-foreground"
      >
        {Array.from(name)[0]}
      </span>
      {name}
    </span>
  );
}

type PictureLogoProps = {
  readonly name: string;
  readonly plain: string;
  /** The picture for a dark color scheme. */
  readonly dark: string | null;
  /** True if the picture was made only for light pages. On a dark page it gets a light background. */
  readonly needsPlate: boolean;
};

/** A tenant's logo in a box of fixed height, regardless of its own size. */
export function PictureLogo({ name, plain, dark, needsPlate }: PictureLogoProps) {
  return (
    <picture className={needsPlate ? 'inline-block rounded-md bg-plate px-2 py-1' : 'inline-block'}>
      {dark !== null && <source media="(prefers-color-scheme: dark)" srcSet={dark} />}
      <img src={plain} alt={name} className="block h-(--logo-height) w-auto max-w-56 object-contain" />
    </picture>
  );
}

const lockup =
  'inline-flex items-center gap-2.5 font-semibold text-[1.1875rem] tracking-display [overflow-wrap:anywhere]';
