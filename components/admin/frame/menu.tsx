import type { ReactNode } from 'react';

type MenuProps = {
  /** The id of the box, which its button refers to. */
  readonly id: string;
  /** Names the box for people who cannot see it. */
  readonly label: string;
  /** The side of the top bar that the box is aligned with. */
  readonly side: 'start' | 'end';
  readonly button: ReactNode;
  readonly buttonClass?: string;
  /** The name of the button, if its content has none. */
  readonly buttonLabel?: string;
  readonly children: ReactNode;
};

const sides = { start: 'start-2 end-auto lg:start-4', end: 'start-auto end-2 lg:end-4' } as const;

/** A button of the top bar and the box that it opens. The box is a popover, which needs no script. */
export function Menu({ id, label, side, button, buttonClass = '', buttonLabel, children }: MenuProps) {
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={buttonLabel}
        className={`inline-flex min-h-8 min-w-0 items-center gap-1.5 rounded-md px-2 py-1 text-sm hover:bg-muted ${buttonClass}`}
      >
        {button}
      </button>
      <section
        id={id}
        popover="auto"
        aria-label={label}
        className={`fixed top-12 bottom-auto mt-1 max-h-[calc(100dvh-4rem)] w-80 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-border bg-card p-3 text-foreground text-sm shadow-card ${sides[side]}`}
      >
        {children}
      </section>
    </>
  );
}
