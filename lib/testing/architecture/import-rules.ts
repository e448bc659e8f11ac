import { folderOf, rankOf } from './ranks';
import { findImports, type Import, isTest, type SourceFile } from './source-file';

/** Returns what is wrong with an import, or null. */
type ImportRule = (path: string, target: string) => string | null;

/** One line for each import that the table in the design forbids. */
export function checkImports(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    findImports(file).flatMap(({ target }) =>
      rules.flatMap((rule) => {
        const problem = rule(file.path, target);
        return problem ? [`${file.path} imports ${target}: ${problem}`] : [];
      }),
    ),
  );
}

const rules: readonly ImportRule[] = [
  followRanks,
  keepFrameworkOutOfLib,
  keepPrismaInStores,
  keepStoresApart,
  keepTestingInTests,
  keepComponentsPlain,
  keepComponentsInPages,
  keepViewsInPages,
  keepPagesOffTheProtocol,
  keepRoutesThin,
  keepActionsThin,
];

function followRanks(path: string, target: string): string | null {
  const from = folderOf(path);
  const to = folderOf(target);
  if (from === null || to === null || from === to || isTest(path) || to === 'testing') return null;
  const fromRank = rankOf(from);
  const toRank = rankOf(to);
  if (fromRank === null) return `lib/${from} has no rank`;
  if (toRank === null) return `lib/${to} has no rank`;
  if (toRank < fromRank || (toRank === 0 && fromRank === 0)) return null;
  return `rank ${fromRank} may not import rank ${toRank}`;
}

function keepFrameworkOutOfLib(path: string, target: string): string | null {
  if (!/^(next|react|react-dom)(\/|$)/.test(target)) return null;
  if (
    /^(app|components|lib\/next|lib\/testing|e2e)\//.test(path) ||
    (isView(path) && target === 'react') ||
    /\/(view|views\/[\w-]+)\.test\.tsx$/.test(path) ||
    /^(proxy|next\.config|next-env\.d)\.\w+$/.test(path)
  ) {
    return null;
  }
  // The pages outside Next are components too.
  if (path === 'lib/http/html.ts' && /^react(-dom\/server)?$/.test(target)) return null;
  // The server passes requests that are not part of the protocol to Next's own handler.
  if (path === 'server.ts' && target === 'next') return null;
  return 'next and react belong to app, components and lib/next';
}

function keepPrismaInStores(path: string, target: string): string | null {
  if (!/^@prisma\/|^prisma(\/|$)|(^|\/)db\/generated\//.test(target)) return null;
  if (/^lib\/(db|testing)\//.test(path) || /-store\.ts$/.test(path) || path === 'prisma.config.ts') return null;
  return 'only lib/db and stores know Prisma';
}

function keepStoresApart(path: string, target: string): string | null {
  const from = folderOf(path);
  const to = folderOf(target);
  if (!/^lib\/[\w-]+\/[\w-]+-store\.ts$/.test(path) || to === null || to === from || rankOf(to) === 0) return null;
  return 'a store knows lib/db and its own folder, no other feature';
}

function keepTestingInTests(path: string, target: string): string | null {
  if (!/^lib\/testing(\/|$)/.test(target) || isTest(path)) return null;
  if (/^(vitest|playwright)\.config\.ts$/.test(path)) return null;
  return 'only tests import lib/testing';
}

function keepComponentsPlain(path: string, target: string): string | null {
  if (!path.startsWith('components/')) return null;
  if (/^lib\/(settings|next|db)(\/|$)/.test(target) || /-store$/.test(target)) {
    return 'components take what they show as props';
  }
  return null;
}

function keepComponentsInPages(path: string, target: string): string | null {
  if (!path.startsWith('lib/') || !target.startsWith('components/') || isTest(path)) return null;
  return isView(path) || isPage(path) ? null : 'only views and pages outside Next are made of components in lib';
}

/** What a feature reads and does, its forms and its API do not depend on how it looks. */
function keepViewsInPages(path: string, target: string): string | null {
  if (!isView(target) || isView(path) || isPage(path) || isTest(path) || path.startsWith('app/')) return null;
  return 'only pages and views show views';
}

/** A view of a feature: its `view.tsx`, or a file of its folder `views`. @param path may be without extension */
function isView(path: string): boolean {
  return /^lib\/(?:.+\/)?(?:view|views\/[\w-]+)(?:\.tsx)?$/.test(path);
}

function isPage(path: string): boolean {
  return /^lib\/(next\/.+|http\/html|protocol\/logged-out|login\/sign-in\/show|docs\/write-page)\.ts$/.test(path);
}

/** Pages, layouts and proxy.ts. */
function keepPagesOffTheProtocol(path: string, target: string): string | null {
  if (!/^app\/.*\.tsx$/.test(path) && path !== 'proxy.ts') return null;
  if (/^lib\/(protocol|db|context|runtime|serve)(\/|$)/.test(target) || /-store$/.test(target)) {
    return 'pages call the read functions of features';
  }
  return null;
}

function keepRoutesThin(path: string, target: string): string | null {
  if (!/^app\/(.*\/)?route\.ts$/.test(path) && path !== 'server.ts') return null;
  return target.startsWith('components/') || /^lib\/db(\/|$)/.test(target) || /-store$/.test(target)
    ? 'routes and the server hand requests to handlers'
    : null;
}

function keepActionsThin(path: string, target: string): string | null {
  if (!/^app\/(.*\/)?actions\.ts$/.test(path) || !target.startsWith('lib/')) return null;
  return /^lib\/(account|admin|next)(\/|$)/.test(target) ? null : 'actions call lib/account, lib/admin and lib/next';
}

/**
 * One line for each import cycle, including those of types, because nobody can read one of its files without reading
 * all of them.
 */
export function checkCycles(files: readonly SourceFile[]): string[] {
  const modules = new Set(files.map(({ path }) => moduleName(path)));
  const edges = new Map(files.map((file) => [moduleName(file.path), findImports(file).flatMap(toModule(modules))]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (name: string, trail: readonly string[]): void => {
    const start = trail.indexOf(name);
    if (start >= 0) found.push(`circle of imports: ${[...trail.slice(start), name].join(' → ')}`);
    if (start >= 0 || done.has(name)) return;
    for (const next of edges.get(name) ?? []) visit(next, [...trail, name]);
    done.add(name);
  };
  for (const name of modules) visit(name, []);
  return found;
}

function toModule(modules: ReadonlySet<string>): (imported: Import) => string[] {
  return ({ target }) => [target, `${target}/index`].filter((name) => modules.has(name)).slice(0, 1);
}

function moduleName(path: string): string {
  return path.replace(/\.tsx?$/, '');
}
