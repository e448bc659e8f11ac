'use client';

import { createContext, type ReactNode, useContext } from 'react';
import { plainTimeView, type TimeView } from '#lib/i18n/admin/format-time';
import { MomentText, type MomentTextProps } from './moment-text';

/** Decided before the content of a page is rendered. */
export type PageDecisions = {
  readonly times: TimeView;
  /** The address of each list as this browser last saw it. */
  readonly lists: ReadonlyMap<string, string>;
};

const Decided = createContext<PageDecisions>({ times: plainTimeView, lists: new Map() });

/**
 * Gives the client components of a page its time view and the addresses of its lists. They are rendered apart from the
 * page and do not share its cache.
 */
export function ClientView({ children, ...decisions }: PageDecisions & { readonly children?: ReactNode }) {
  return <Decided value={decisions}>{children}</Decided>;
}

/** How the client components of the page show times in a sentence. */
export function useTimeView(): TimeView {
  return useContext(Decided).times;
}

/** `Moment` for client components. */
export function ClientMoment(props: Omit<MomentTextProps, 'view'>) {
  return <MomentText {...props} view={useTimeView()} />;
}

type ListLinkProps = { readonly href: string; readonly className: string; readonly children: ReactNode };

/** A link to a page above. A link to a list keeps the search, filters and place that this browser last saw. */
export function ListLink({ href, className, children }: ListLinkProps) {
  return (
    <a href={useContext(Decided).lists.get(href) ?? href} className={className}>
      {children}
    </a>
  );
}
