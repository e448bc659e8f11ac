import type { ApplicationKind } from './application-kind';
import { type ClientTab, clientTabs } from './client-fields';

/** The pages of a client beside those of its settings. */
export type ClientPage = ClientTab | 'overview' | 'quickstart' | 'activity' | 'json';

/** Where nobody signs in through a browser of the application, there is nothing to set on these. */
const without: Readonly<Partial<Record<ApplicationKind, ReadonlySet<string>>>> = {
  machine: new Set<ClientPage>(['urls', 'sign-in']),
  device: new Set<ClientPage>(['urls']),
};

/** Whether a page has a tab: one that a kind of application has no use for is there at its address alone. */
export function hasTab(kind: ApplicationKind, page: string): boolean {
  return page !== 'json' && !without[kind]?.has(page);
}

export function isClientPage(text: string): text is ClientPage {
  return Object.hasOwn(clientTabs, text) || ['overview', 'quickstart', 'activity', 'json'].includes(text);
}
