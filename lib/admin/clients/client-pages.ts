import { type ClientTab, isClientTab } from './client-fields';

const others = ['overview', 'quickstart', 'activity', 'json'] as const;

/** The pages of a client: those with its settings, and others. */
export type ClientPage = ClientTab | (typeof others)[number];

export function isClientPage(text: string): text is ClientPage {
  return isClientTab(text) || others.some((page) => page === text);
}
