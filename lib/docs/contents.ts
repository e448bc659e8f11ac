import { pages } from './generated/docs';

type ContentsGroup = { readonly title: string; readonly pages: readonly string[] };

/** The address of a page is /docs and its name. */
export const referenceName = 'api';

const ordered: readonly ContentsGroup[] = [
  { title: 'Get started', pages: ['start-people', 'start-devices', 'start-administrators', 'start-developers'] },
  { title: 'Integrate', pages: ['clients', 'protocol', 'security-profiles', 'agents', 'extension-grants'] },
  { title: 'Administer', pages: ['administration', 'accounts', 'federation', 'languages', 'pages'] },
  { title: 'Operate', pages: ['configuration', 'operations', 'behind-a-proxy', 'mail', 'performance'] },
  { title: 'Automate', pages: ['admin-api', referenceName] },
];

/** All pages by group, in the order of the navigation. A page without a group is about the project itself. */
export const contents: readonly ContentsGroup[] = [
  ...ordered.map(({ title, pages: names }) => ({ title, pages: names.filter(exists) })),
  { title: 'Project', pages: pages.map(({ name }) => name).filter((name) => !isOrdered(name)) },
];

function exists(name: string): boolean {
  return name === referenceName || pages.some((page) => page.name === name);
}

function isOrdered(name: string): boolean {
  return ordered.some((group) => group.pages.includes(name));
}
