import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findRoute, routes } from '#lib/routes';
import { actions, bulks } from './actions';

const folderOf = (path: string) => path.split('/')[0] ?? '';

it('lists every action that a feature defines, and each has the test of its outcomes', () => {
  const files = readdirSync('lib/admin', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const sources = files.map((file) => ({ file, source: readFileSync(`lib/admin/${file}`, 'utf8') }));
  const defined = sources.flatMap(({ file, source }) =>
    [...source.matchAll(/^export const (\w+) = defineAction\(\{\n {2}path: '([^']*)'/gm)].map(
      ([, name = '', path = '']) => ({ name, path, folder: folderOf(file) }),
    ),
  );
  expect(defined.map(({ path }) => path).toSorted()).toEqual(actions.map(({ path }) => path).toSorted());
  const tests = sources.filter(({ file }) => file.endsWith('.test.ts'));
  const untested = defined.filter(
    ({ name, folder }) =>
      !tests.some(({ file, source }) => folderOf(file) === folder && source.includes(`testAction(${name},`)),
  );
  expect(untested).toEqual([]);
});

it.each(actions.map((action) => [action.path, action] as const))(
  '%s has its form, and none but the table opens it',
  (path, { route }) => {
    const address = `/admin/${path}/submit`.replace('//', '/');
    expect(route).toMatchObject({ path: address, methods: ['GET', 'POST'], mayShowPage: true });
    expect(findRoute(address.replaceAll(/\[\w+\]/g, 'x'))).toBe(route);
    expect(routes.filter((row) => row.path === route.path)).toEqual([route]);
  },
);

it.each(bulks.map((bulk) => [bulk.path, bulk] as const))('%s has its form', (path, { route }) => {
  expect(findRoute(`${path}/submit`)).toBe(route);
});
