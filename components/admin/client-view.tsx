'use client';

import { createContext, type ReactNode, useContext } from 'react';
import { plainTimeView, type TimeView } from '#lib/i18n/admin/format-time';
import { MomentText, type MomentTextProps } from './moment-text';

/** What is decided before the content of a page is rendered. */
export type PageDecisions = {
  readonly times: TimeView;
  /** The addresses of the lists as this browser saw them last. */
  readonly lists: ReadonlyMap<string, string>;
};

const Decided = createContext<PageDecisions>({ times: plainTimeView, lists: new Map() });

/**
 * Tells the client components of a page how it tells times and where its links to lists lead: they are rendered apart from
 * the page and do not share its cache.
 */
export function ClientView({ children, ...decisions }: PageDecisions & { readonly children?: ReactNode }) {
  return <Decided value={decisions}>{children}</Decided>;
}

/** The same as Moment, in a client component. */
export function ClientMoment(props: Omit<MomentTextProps, 'view'>) {
  return <MomentText {...props} view={useContext(Decided).times} />;
}

type ListLinkProps = { readonly href: string; readonly className: string; readonly children: ReactNode };

/** A link to a page above: to a list as it was left. */
export function ListLink({ href, className, children }: ListLinkProps) {
  return (
    <a href={useContext(Decided).lists.get(href) ?? href} className={className}>
      {children}
    </a>
  );
}
