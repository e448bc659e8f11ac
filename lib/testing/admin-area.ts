import { readdirSync, readFileSync } from 'node:fs';
import type { Permission } from '#lib/admin/access/permission';
import { actions, areaForms, bulks } from '#lib/admin/actions';

/** A page, a form or a handler of the administration with its policy. */
export type AreaEntry = {
  readonly kind: 'page' | 'route' | 'form';
  /** The path. Dynamic parts are `x`. */
  readonly address: string;
  /** The method of a route or form. */
  readonly name: string;
  readonly permission: Permission;
  /** It sends files. */
  readonly hasFile?: boolean;
};

const policy = /permission:\s*'(read|edit|own)'/;

/** File names with a meaning in Next, except the one that passes the guard. Other files are only imported by it. */
const special =
  /\/(?!page\.tsx$)(?:page|route|layout|template|loading|error|not-found|default|forbidden|unauthorized|[\w-]*(?:icon|image)|sitemap|robots|manifest)\.\w+$/;

/** The only public row below /admin. It redirects to the login page. */
export const openRoute = '/admin/sign-in';

/** The page of the features that stand in one folder. */
export const featurePage = 'app/admin/[...path]/page.tsx';

/** Every file of the area with its path from the root of the repository. */
export function listAreaFiles(): string[] {
  const found = readdirSync('app/admin', { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
}

/**
 * The mistakes in a file below app/admin, one line each. A page must be created by adminPage() and declare its policy.
 * What is no page is a row of the route table, without a file (decision 001).
 */
export function checkAreaFile(file: string, source: string): string[] {
  if (file === featurePage) return checkFeaturePage(source);
  const problems: string[] = [];
  if (source.includes('use server')) problems.push('a Server Action');
  if (!isPage(file)) {
    if (special.test(file)) problems.push('rendered by Next beside the pages, without their guard');
    return problems.map((problem) => `${file}: ${problem}`);
  }
  if (!/^export default adminPage\(\{/m.test(source)) problems.push('not made by adminPage()');
  if (!/^export const dynamic = 'force-dynamic';$/m.test(source)) problems.push('not force-dynamic');
  const entries = readArea(file, source);
  if (entries.length !== [...source.matchAll(/^export /gm)].length - 1)
    problems.push('an export without guard or declared policy');
  if (entries.length === 0) problems.push('nothing declares a policy');
  return problems.map((problem) => `${file}: ${problem}`);
}

/** The page of a file below app/admin with its policy. */
function readArea(file: string, source: string): AreaEntry[] {
  if (!isPage(file)) return [];
  if (file === featurePage) return readFeatures(source);
  const address = addressOf(file);
  // The first lines of adminPage(), because the policy is its first argument.
  const made = source.matchAll(/^export default adminPage\(\{([\s\S]{0,200})/gm);
  return [...made].flatMap(([, text = '']) => withPolicy({ kind: 'page', address, name: 'default' }, text));
}

function withPolicy(entry: Omit<AreaEntry, 'permission'>, text: string): AreaEntry[] {
  const [, permission] = policy.exec(text) ?? [];
  if (permission !== 'read' && permission !== 'edit' && permission !== 'own') return [];
  return [{ ...entry, permission }];
}

/**
 * The rows of the administration in the route table that adminHandler() makes, with the policies that it declares.
 * @param table the text of lib/routes.ts
 */
export function listAreaRoutes(table: string = readFileSync('lib/routes.ts', 'utf8')): AreaEntry[] {
  return [...table.matchAll(/^ {2}(form|link)\('(\/admin\/[^']+)', (\w+)\),$/gm)].flatMap(
    ([, kind, path = '', handler]) => {
      const from = new RegExp(`import \\{[^}]*\\b${handler}\\b[^}]*\\} from '#(lib/admin/[\\w/-]+)';`).exec(table)?.[1];
      if (from === undefined) return [];
      const made = new RegExp(`export const ${handler}\\b[^=]*= adminHandler\\(([\\s\\S]{0,120})`);
      const name = kind === 'form' ? 'POST' : 'GET';
      const text = made.exec(readFileSync(`${from}.ts`, 'utf8'))?.[1] ?? '';
      return withPolicy({ kind: 'route', address: withNames(path), name }, text);
    },
  );
}

/** Everything of the administration that answers requests. */
export function listArea(): AreaEntry[] {
  const forms = [...actions, ...bulks, ...areaForms].map(({ permission, route: { path, takesFile = false } }) => {
    return { kind: 'form', name: 'POST', address: withNames(path), permission, hasFile: takesFile } as const;
  });
  const pages = listAreaFiles().flatMap((file) => readArea(file, readFileSync(file, 'utf8')));
  return [...pages, ...listAreaRoutes(), ...forms];
}

function withNames(path: string): string {
  return path.replace(/\[\w+\]/g, 'x');
}

/** It only lists the pages of the features, and areaPage() gives each the guard. */
function checkFeaturePage(source: string): string[] {
  const pattern =
    /^(?:import .*;\n)+\nexport const dynamic = 'force-dynamic';\n\nexport default areaPage\(\[[\w\s,]*\]\);\n$/;
  return pattern.test(source) ? [] : [`${featurePage}: not the list of areaPage()`];
}

/** The pages in the views of the features, and those of their actions: a question, and what was skipped of several. */
function readFeatures(source: string): AreaEntry[] {
  const folders = [...source.matchAll(/'#views\/(admin\/[\w/-]+)\/view'/g)].map(([, folder = '']) => `lib/${folder}`);
  const page = { kind: 'page', name: 'default' } as const;
  return [
    ...folders.flatMap((folder) => declared(readFileSync(`${folder}/view.tsx`, 'utf8'))),
    ...actions
      .filter(({ asks }) => asks)
      .map(({ path, permission }) => ({ ...page, address: withNames(`/admin/${path}`), permission })),
    ...bulks.flatMap(({ path, permission }) =>
      [path, `${path}/result`].map((address) => ({ ...page, address, permission })),
    ),
  ];
}

function declared(source: string): AreaEntry[] {
  const made = source.matchAll(/\bpath: '([^']*)',\s+permission: '(read|edit|own)',/g);
  return [...made].flatMap(([, path = '', permission]) => {
    if (permission !== 'read' && permission !== 'edit' && permission !== 'own') return [];
    const address = path === '' ? '/admin' : withNames(`/admin/${path}`);
    return [{ kind: 'page' as const, name: 'default', address, permission }];
  });
}

function isPage(file: string): boolean {
  return file.endsWith('/page.tsx');
}

function addressOf(file: string): string {
  return file
    .replace(/^app/, '')
    .replace(/\/[^/]+$/, '')
    .replace(/\[[^\]]+\]/g, 'x');
}
