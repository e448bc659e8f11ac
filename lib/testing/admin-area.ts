import { readdirSync, readFileSync } from 'node:fs';
import type { Permission } from '#lib/admin/access/permission';

/** A page, an action or a handler of the administration with what its source declares. */
export type AreaEntry = {
  readonly kind: 'page' | 'action' | 'route';
  readonly file: string;
  /** Where it is reached; parts to fill in are `x`. An action is reached at the page of its folder. */
  readonly address: string;
  /** The exported name: of an action its own, of a route its method. */
  readonly name: string;
  readonly permission: Permission;
  /** What its policy says of the proof, as source: `actionProofs.keys.revoke`. Null if it needs none. */
  readonly proof: string | null;
};

const policy = /permission:\s*'(read|edit|own)'(?:,\s*proof:\s*([\w.[\]'/]+))?/;

/** Names with a meaning for Next, other than the three that pass the guard. Other files are parts of those. */
const special =
  /\/(?!(?:page\.tsx|route\.ts)$)(?:page|route|layout|template|loading|error|not-found|default|forbidden|unauthorized|[\w-]*(?:icon|image)|sitemap|robots|manifest)\.\w+$/;

/** The one route below /admin that everybody may ask: it leads to the login page. */
export const openRoute = 'app/admin/sign-in/route.ts';

/** The action that every page of the area may offer: a page cannot import it from one of them. */
export const sharedAction = 'lib/next/undo-action.ts';

/** Every file of the area, by its path from the root of the repository. */
export function listAreaFiles(): string[] {
  const found = readdirSync('app/admin', { recursive: true, withFileTypes: true });
  return [...found.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`), sharedAction];
}

/**
 * The mistakes of a file below app/admin, one line each: a page comes from adminPage(), an action from
 * adminAction(), a route's handler from adminHandler(), and each declares its policy.
 */
export function checkAreaFile(file: string, source: string): string[] {
  const kind = kindOf(file);
  if (file === openRoute) return [];
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

/** The exports of a file below app/admin, with their policies. */
export function readArea(file: string, source: string): AreaEntry[] {
  const kind = kindOf(file);
  if (kind === null || file === openRoute) return [];
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

function kindOf(file: string): AreaEntry['kind'] | null {
  if (file.endsWith('/page.tsx')) return 'page';
  if (file.endsWith('/actions.ts') || file === sharedAction) return 'action';
  return file.endsWith('/route.ts') ? 'route' : null;
}

function addressOf(file: string): string {
  return file
    .replace(/^app/, '')
    .replace(/\/[^/]+$/, '')
    .replace(/\[[^\]]+\]/g, 'x');
}

/** The first lines of each adminPage() and adminAction(): the policy is their first argument. */
function findMade(kind: 'page' | 'action', source: string): [name: string, text: string][] {
  const made =
    kind === 'page'
      ? /^export (default) adminPage\(\{([\s\S]{0,200})/gm
      : /^export const (\w+)(?:: AdminAction)? = adminAction\(([^)]{0,120})/gm;
  return [...source.matchAll(made)].map(([, name = '', text = '']) => [name, text]);
}

/** The method of a route file with the declaration of its handler: the route table names it, and it lives in lib/admin. */
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

function countExports(kind: AreaEntry['kind'], source: string): number {
  const all = [...source.matchAll(/^export /gm)].length;
  return kind === 'page' ? all - 1 : all;
}
