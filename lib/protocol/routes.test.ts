import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findRoute, routes } from './routes';

describe('the route table and the files under app/', () => {
  it.each(routes.map(({ path }) => path))('%s has a route file that serves its row with every method', (path) => {
    const file = readFileSync(`app${path}/route.ts`, 'utf8').replace(/\s+/g, ' ');
    expect(file).toContain('export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = protocolRoute(');
    expect(servedPath(file)).toBe(path);
    expect(file.split(';')).toHaveLength(3);
  });

  it('has a row for every route file that serves one', () => {
    const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('route.ts'));
    const served = files.flatMap((file) => servedPath(readFileSync(`app/${file}`, 'utf8')) ?? []);
    expect(served.toSorted()).toEqual(routes.map(({ path }) => path).toSorted());
  });

  it('has a row for every route file of the protocol', () => {
    const files = ['connect', '.well-known'].flatMap((folder) =>
      readdirSync(`app/${folder}`, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('route.ts'))
        .map((file) => `/${folder}/${file.replace(/\/route\.ts$/, '')}`),
    );
    expect(files.filter((path) => findRoute(path) === undefined)).toEqual([]);
    expect(existsSync('app/connect/token/route.ts')).toBe(true);
  });

  it('never answers HEAD where GET changes something (style 18)', () => {
    expect(findRoute('/connect/authorize')?.methods).toEqual(['GET', 'POST']);
    expect(findRoute('/connect/endsession')?.methods).toEqual(['GET', 'POST']);
  });

  it('opens no endpoint that a browser visits to the pages of other origins (RFC 9700 §2.6)', () => {
    expect(routes.filter((route) => route.audience === 'browser' && route.cors !== undefined)).toEqual([]);
  });

  it('finds a path by its one spelling', () => {
    expect(findRoute('/connect/token')?.methods).toEqual(['POST']);
    expect(findRoute('/connect/token/')).toBeUndefined();
    expect(findRoute('/connect/Token')).toBeUndefined();
    expect(findRoute('__proto__')).toBeUndefined();
  });
});

function servedPath(file: string): string | undefined {
  return /protocolRoute\(\s*'([^']+)'/.exec(file)?.[1];
}
