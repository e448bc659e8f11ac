import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routes } from '#lib/routes';
import {
  checkAreaFile,
  featurePage,
  listArea,
  listAreaFiles,
  listAreaRoutes,
  openRoute,
} from '#lib/testing/admin-area';

const page = `export const dynamic = 'force-dynamic';\n\nexport default adminPage({\n  policy: { permission: 'read' },\n});\n`;

describe('the administration (security #153, #155)', () => {
  it('has pages, routes and forms', () => {
    expect(new Set(listArea().map(({ kind }) => kind))).toEqual(new Set(['page', 'route', 'form']));
  });

  it('finds the pages and forms of features in their folders', () => {
    const found = listArea().map(({ kind, address, permission }) => [kind, address, permission]);
    expect(found).toEqual(
      expect.arrayContaining([
        ['page', '/admin/keys', 'read'],
        ['page', '/admin/keys/rotate', 'own'],
        ['page', '/admin/keys/x/revoke', 'own'],
        ['form', '/admin/keys/rotate/submit', 'own'],
        ['form', '/admin/clients/x/settings/submit', 'edit'],
        ['page', '/admin/clients/bulk/result', 'edit'],
      ]),
    );
  });

  it('guards everything below app/admin with a declared policy', () => {
    expect(listAreaFiles().flatMap((file) => checkAreaFile(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('guards every row of the route table with a declared policy, but for the way to the sign-in', () => {
    const rows = routes.filter(({ path, mayShowPage }) => path.startsWith('/admin/') && mayShowPage !== true);
    const guarded = listAreaRoutes().map(({ address }) => address);
    expect([openRoute, ...guarded].toSorted()).toEqual(
      rows.map(({ path }) => path.replace(/\[\w+\]/g, 'x')).toSorted(),
    );
  });

  it('has no Server Actions', () => {
    const files = ['app', 'components', 'lib'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name}`)
        .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^lib\/db\/generated/.test(file)),
    );
    expect(files.filter((file) => /^\s*['"]use server['"]/m.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});

describe('the admin API (security #153)', () => {
  it('has one entrance, whose table of operations guards each of them', () => {
    const files = readdirSync('app/api', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ parentPath, name }) => `${parentPath}/${name}`)).toEqual([
      'app/api/admin/v1/[[...path]]/route.ts',
    ]);
    const source = readFileSync('app/api/admin/v1/[[...path]]/route.ts', 'utf8');
    expect(source.split('\n').filter((line) => line.startsWith('export'))).toEqual([
      'export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute(handleAdminApi);',
    ]);
  });
});

describe('code without the guard is found', () => {
  it.each([
    ['a page of its own', 'app/admin/x/page.tsx', 'export default async function Page() {}\n'],
    ['a page that is built once', 'app/admin/x/page.tsx', page.replace(/^.*\n/, '')],
    ['a page with another entrance', 'app/admin/x/page.tsx', `${page}export const generateMetadata = read;\n`],
    ['a page without a policy', 'app/admin/x/page.tsx', page.replace("permission: 'read'", '')],
    ['an action', 'app/admin/x/actions.ts', "'use server';\n\nexport async function save() {}\n"],
    ['an action in a page', 'app/admin/x/page.tsx', `${page}async function f() { 'use server'; }\n`],
    ['a route of its own', 'app/admin/x/route.ts', 'export const GET = () => new Response();\n'],
    ['an action in a part of a page', 'app/admin/x/part.tsx', "export async function f() { 'use server'; }\n"],
    ['a page of another kind', 'app/admin/x/page.ts', page],
    ['features whose page is not made by areaPage()', featurePage, "import x from 'y';\n\nexport default x;\n"],
    ['a layout, which is rendered beside its pages', 'app/admin/layout.tsx', 'export default function Layout() {}\n'],
  ])('%s', (_, file, source) => {
    expect(checkAreaFile(file, source)).not.toEqual([]);
  });

  it('a row whose handler is not guarded', () => {
    const table = "import { handleX } from '#lib/login/portal/start-portal';\n  link('/admin/x', handleX),\n";
    expect(listAreaRoutes(table)).toEqual([]);
    expect(listAreaRoutes(table.replace('login/portal/start-portal', 'admin/access/prove-action'))).toEqual([]);
  });

  it('and code with it is not', () => {
    expect(checkAreaFile('app/admin/x/page.tsx', page)).toEqual([]);
  });
});
