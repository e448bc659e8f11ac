import type { ReactNode } from 'react';

type MenuProps = {
  /** Of the box, by which its button finds it. */
  readonly id: string;
  /** What the box is about, for those who cannot see it. */
  readonly label: string;
  /** Which side of the top bar it hangs from. */
  readonly side: 'start' | 'end';
  readonly button: ReactNode;
  readonly buttonClass?: string;
  /** The name of the button, where its content is not one. */
  readonly buttonLabel?: string;
  readonly children: ReactNode;
};

const sides = { start: 'start-2 end-auto lg:start-4', end: 'start-auto end-2 lg:end-4' } as const;

/** A button of the top bar with the box that it opens: a popover, which needs no script. */
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
