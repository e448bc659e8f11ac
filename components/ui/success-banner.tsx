import type { ReactNode } from 'react';

/**
 * The success of an action at the top of the next page. It has the focus when the page opens, even without a script.
 */
export function SuccessBanner({ children }: { readonly children: ReactNode }) {
  return (
    <div
      role="status"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the banner must be what is read first after a form
      autoFocus
      data-done
      className="rounded-box border border-success/40 bg-success-soft px-4 py-3 text-[0.9375rem] [overflow-wrap:anywhere]"
    >
      {children}
    </div>
  );
}
