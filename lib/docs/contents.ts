import { pages } from './generated/docs';

type ContentsGroup = { readonly title: string; readonly pages: readonly string[] };

/** The address of a page is /docs and its name. */
export const referenceName = 'api';

const ordered: readonly ContentsGroup[] = [
  { title: 'Get started', pages: ['start-people', 'start-devices', 'start-administrators', 'start-developers'] },
  {
    title: 'Integrate',
    pages: ['clients', 'protocol', 'security-profiles', 'agents', 'extension-grants', 'conformance'],
  },
  { title: 'Administer', pages: ['administration', 'access', 'accounts', 'federation', 'languages'] },
  { title: 'Operate', pages: ['configuration', 'operations', 'behind-a-proxy', 'mail', 'performance'] },
  { title: 'Automate', pages: ['admin-api', referenceName] },
];

/** Pages without a group are about the project itself. Those who use or run the server do not search for them. */
const project = pages.map(({ name }) => name).filter((name) => !isOrdered(name));

/** All pages by group, in the order of the navigation. */
export const contents: readonly ContentsGroup[] = [
  ...ordered.map(({ title, pages: names }) => ({ title, pages: names.filter(exists) })),
  { title: 'Project', pages: project },
];

/** Whether the search looks at a page. */
export function isSearched(name: string): boolean {
  return !project.includes(name);
}

function exists(name: string): boolean {
  return name === referenceName || pages.some((page) => page.name === name);
}

function isOrdered(name: string): boolean {
  return ordered.some((group) => group.pages.includes(name));
}
