import type { ReactNode } from 'react';

/** Signet's mark: a signet ring, its face in brass. Decoration beside the name, so silent to screen readers. */
export function Mark({ className = 'size-8' }: { readonly className?: string }) {
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
    <span className="inline-flex items-center gap-2.5 font-semibold text-[1.1875rem] tracking-display">
      <Mark />
      {children}
    </span>
  );
}
