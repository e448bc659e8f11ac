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

/** File names with a meaning in Next, except the two that pass the guard. Other files are only imported by these. */
const special =
  /\/(?!(?:page\.tsx|route\.ts)$)(?:page|route|layout|template|loading|error|not-found|default|forbidden|unauthorized|[\w-]*(?:icon|image)|sitemap|robots|manifest)\.\w+$/;

/** The only public route below /admin. It redirects to the login page. */
export const openRoute = 'app/admin/sign-in/route.ts';

/** The page of the features that stand in one folder. */
export const featurePage = 'app/admin/[...path]/page.tsx';

/** Every file of the area with its path from the root of the repository. */
export function listAreaFiles(): string[] {
  const found = readdirSync('app/admin', { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
}

/**
 * The mistakes in a file below app/admin, one line each. A page must be created by adminPage(), and the handler of a route
 * by adminHandler(). Each must declare its policy.
 */
export function checkAreaFile(file: string, source: string): string[] {
  const kind = kindOf(file);
  if (file === openRoute) return [];
  if (file === featurePage) return checkFeaturePage(source);
  const problems: string[] = [];
  if (source.includes('use server')) problems.push('a Server Action');
  if (kind === null) {
    if (special.test(file)) problems.push('rendered by Next beside the pages, without their guard');
    return problems.map((problem) => `${file}: ${problem}`);
  }
  if (kind === 'page' && !/^export default adminPage\(\{/m.test(source)) problems.push('not made by adminPage()');
  if (kind === 'page' && !/^export const dynamic = 'force-dynamic';$/m.test(source)) problems.push('not force-dynamic');
  const entries = readArea(file, source);
  if (entries.length !== countExports(kind, source)) problems.push('an export without guard or declared policy');
  if (entries.length === 0) problems.push('nothing declares a policy');
  return problems.map((problem) => `${file}: ${problem}`);
}

/** The exports of a file below app/admin with their policies. */
export function readArea(file: string, source: string): AreaEntry[] {
  const kind = kindOf(file);
  if (kind === null || file === openRoute) return [];
  if (file === featurePage) return readFeatures(source);
  const address = addressOf(file);
  const declared = kind === 'route' ? findHandlers(source) : findPage(source);
  return declared.flatMap(([name, text]) => {
    const [, permission] = policy.exec(text) ?? [];
    if (permission !== 'read' && permission !== 'edit' && permission !== 'own') return [];
    return [{ kind, address, name, permission }];
  });
}

/** Everything of the administration that answers requests. */
export function listArea(): AreaEntry[] {
  const forms = [...actions, ...bulks, ...areaForms].map(({ permission, route: { path, takesFile = false } }) => {
    return { kind: 'form', name: 'POST', address: withNames(path), permission, hasFile: takesFile } as const;
  });
  return [...listAreaFiles().flatMap((file) => readArea(file, readFileSync(file, 'utf8'))), ...forms];
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

function kindOf(file: string): Exclude<AreaEntry['kind'], 'form'> | null {
  if (file.endsWith('/page.tsx')) return 'page';
  return file.endsWith('/route.ts') ? 'route' : null;
}

function addressOf(file: string): string {
  return file
    .replace(/^app/, '')
    .replace(/\/[^/]+$/, '')
    .replace(/\[[^\]]+\]/g, 'x');
}

/** The first lines of adminPage(), because the policy is its first argument. */
function findPage(source: string): [name: string, text: string][] {
  const made = source.matchAll(/^export (default) adminPage\(\{([\s\S]{0,200})/gm);
  return [...made].map(([, name = '', text = '']) => [name, text]);
}

/**
 * The method of a route file with the declaration of its handler. The route file only names the handler, which is in
 * lib/admin.
 */
function findHandlers(source: string): [name: string, text: string][] {
  const [, path] = /^export const \{[^}]*\} = routeHandlers\('([^']+)'\);$/m.exec(source) ?? [];
  const table = readFileSync('lib/routes.ts', 'utf8');
  return [...table.matchAll(/^ {2}(form|link)\('([^']+)', (\w+)\),$/gm)].flatMap(([, kind, row, handler]) => {
    const from = new RegExp(`import \\{ ${handler} \\} from '#(lib/admin/[\\w/-]+)';`).exec(table)?.[1];
    if (row !== path || from === undefined) return [];
    const made = new RegExp(`export const ${handler}\\b[^=]*= adminHandler\\(([\\s\\S]{0,120})`);
    return [[kind === 'form' ? 'POST' : 'GET', made.exec(readFileSync(`${from}.ts`, 'utf8'))?.[1] ?? '']];
  });
}

function countExports(kind: Exclude<AreaEntry['kind'], 'form'>, source: string): number {
  const all = [...source.matchAll(/^export /gm)].length;
  return kind === 'page' ? all - 1 : all;
}
