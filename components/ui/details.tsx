import type { ReactNode } from 'react';

type DetailsProps = {
  readonly summary: string;
  /** Without a border, for small text. */
  readonly plain?: boolean;
  /** It begins unfolded. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
};

/** Folded details, which open without a script. */
export function Details({ summary, plain = false, isOpen = false, children }: DetailsProps) {
  const look = plain ? looks.plain : looks.boxed;
  return (
    <details open={isOpen} className={`group ${look.details}`}>
      <summary
        className={`flex min-h-11 list-none items-center gap-2 transition-colors motion-reduce:transition-none [&::-webkit-details-marker]:hidden ${look.summary}`}
      >
        <svg
          viewBox="0 0 16 16"
          aria-hidden="true"
          className="size-3.5 shrink-0 transition-transform duration-150 group-open:rotate-90 motion-reduce:transition-none rtl:-scale-x-100 rtl:group-open:-rotate-90"
        >
          <path
            d="m6 3.5 4.5 4.5L6 12.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        {summary}
      </summary>
      <div className={look.content}>{children}</div>
    </details>
  );
}

const looks = {
  boxed: {
    details: 'rounded-box border border-border text-[0.9375rem]',
    summary: 'rounded-box px-4 py-2 font-semibold hover:bg-muted',
    content: 'border-border border-t px-4 py-3',
  },
  plain: {
    details: 'text-sm',
    summary: 'w-fit rounded hover:text-foreground',
    content: 'rounded-box bg-muted px-3 py-2 text-foreground',
  },
} as const;
