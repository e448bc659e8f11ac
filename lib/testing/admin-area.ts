import { readdirSync, readFileSync } from 'node:fs';
import type { Permission } from '#lib/admin/access/permission';

/** A page, an action or a handler of the administration with the declarations in its source. */
export type AreaEntry = {
  readonly kind: 'page' | 'action' | 'route' | 'form';
  readonly file: string;
  /** The path. Dynamic parts are `x`. An action has the path of the page in its folder. */
  readonly address: string;
  /** The exported name: the name of an action, or the method of a route. */
  readonly name: string;
  readonly permission: Permission;
  /** The proof that its policy requires, as source code: `actionProofs.keys.revoke`. Null if it needs none. */
  readonly proof: string | null;
};

const policy = /permission:\s*'(read|edit|own)'(?:,\s*proof:\s*([\w.[\]'/]+))?/;

/** File names with a meaning in Next, except the three that pass the guard. Other files are only imported by these. */
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
 * The mistakes in a file below app/admin, one line each. A page must be created by adminPage(), an action by
 * adminAction(), and the handler of a route by adminHandler(). Each must declare its policy.
 */
export function checkAreaFile(file: string, source: string): string[] {
  const kind = kindOf(file);
  if (file === openRoute) return [];
  if (file === featurePage) return checkFeaturePage(source);
  const problems: string[] = [];
  if (kind === null) {
    if (special.test(file)) problems.push('rendered by Next beside the pages, without their guard');
    if (source.includes('use server')) problems.push('an action outside of actions.ts');
    return problems.map((problem) => `${file}: ${problem}`);
  }
  if (kind === 'page' && !/^export default adminPage\(\{/m.test(source)) problems.push('not made by adminPage()');
  if (kind === 'page' && !/^export const dynamic = 'force-dynamic';$/m.test(source)) problems.push('not force-dynamic');
  if (kind === 'action' && !source.startsWith("'use server';")) problems.push("does not begin with 'use server'");
  if (kind !== 'action' && source.includes('use server')) problems.push('an action outside of actions.ts');
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
  const declared = kind === 'route' ? findHandlers(source) : findMade(kind, source);
  return declared.flatMap(([name, text]) => {
    const [, permission, proof = null] = policy.exec(text) ?? [];
    if (permission !== 'read' && permission !== 'edit' && permission !== 'own') return [];
    return [{ kind, file, address, name, permission, proof }];
  });
}

/** Everything below app/admin that answers requests. */
export function listArea(): AreaEntry[] {
  return listAreaFiles().flatMap((file) => readArea(file, readFileSync(file, 'utf8')));
}

/** It only lists the pages of the features, and areaPage() gives each the guard. */
function checkFeaturePage(source: string): string[] {
  const pattern =
    /^(?:import .*;\n)+\nexport const dynamic = 'force-dynamic';\n\nexport default areaPage\(\[[\w\s,]*\]\);\n$/;
  return pattern.test(source) ? [] : [`${featurePage}: not the list of areaPage()`];
}

/**
 * The pages in the views of the features, and for each action the page of its question and its form. One on several
 * lines has another page for what it skipped.
 */
function readFeatures(source: string): AreaEntry[] {
  const folders = [...source.matchAll(/'#views\/(admin\/[\w/-]+)\/view'/g)].map(([, folder = '']) => `lib/${folder}`);
  return folders.flatMap((folder) => {
    const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    const made = sources.flatMap((name) => {
      const file = `${folder}/${name}`;
      const definitions = readFileSync(file, 'utf8').split(/(?<==) define(?=(?:Action|Bulk)[<(])/);
      return definitions.slice(1).flatMap((text) => declared(file, text).map((entry) => ({ ...entry, text })));
    });
    const asking = made.filter(({ text }) => /^Bulk|\n {2}question:/.test(text));
    const results = made
      .filter(({ text }) => text.startsWith('Bulk'))
      .map((entry) => ({ ...entry, address: `${entry.address}/result` }));
    const view = `${folder}/view.tsx`;
    const shown = [...declared(view, readFileSync(view, 'utf8')), ...asking, ...results];
    return [
      ...shown.map((entry) => toEntry(entry, { kind: 'page', name: 'default', proof: null })),
      ...made.map((entry) => toEntry(entry, { kind: 'form', name: 'POST', address: `${entry.address}/submit` })),
    ];
  });
}

type Declared = Omit<AreaEntry, 'kind' | 'name'>;

function toEntry(
  { file, address, permission, proof }: Declared,
  more: Pick<AreaEntry, 'kind' | 'name'> & Partial<AreaEntry>,
): AreaEntry {
  return { file, address, permission, proof, ...more };
}

function declared(file: string, source: string): Declared[] {
  const made = source.matchAll(
    /\bpath: '([^']*)',\n(?:\s+link: .*\n)?\s+permission: '(read|edit|own)',(?:\n\s+\/\/.*)*(?:\n\s+proof: '(\w+)')?/g,
  );
  return [...made].flatMap(([, path = '', permission, proof = null]) => {
    if (permission !== 'read' && permission !== 'edit' && permission !== 'own') return [];
    const address = path === '' ? '/admin' : `/admin/${path.replace(/\[\w+\]/g, 'x')}`;
    return [{ file, address, permission, proof }];
  });
}

function kindOf(file: string): Exclude<AreaEntry['kind'], 'form'> | null {
  if (file.endsWith('/page.tsx')) return 'page';
  if (file.endsWith('/actions.ts')) return 'action';
  return file.endsWith('/route.ts') ? 'route' : null;
}

function addressOf(file: string): string {
  return file
    .replace(/^app/, '')
    .replace(/\/[^/]+$/, '')
    .replace(/\[[^\]]+\]/g, 'x');
}

/** The first lines of each adminPage() and adminAction(), because the policy is their first argument. */
function findMade(kind: 'page' | 'action', source: string): [name: string, text: string][] {
  const made =
    kind === 'page'
      ? /^export (default) adminPage\(\{([\s\S]{0,200})/gm
      : /^export const (\w+)(?:: AdminAction)? = adminAction\(([^)]{0,120})/gm;
  return [...source.matchAll(made)].map(([, name = '', text = '']) => [name, text]);
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
