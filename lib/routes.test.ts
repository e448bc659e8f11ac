import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { protocolRoutes } from '#lib/protocol/routes';
import { findRoute, routes } from './routes';

describe('the route table and the files under app/', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('route.ts'));
  const notInTable = ['/api/admin/v1/[[...path]]', '/branding/[tenant]/[logo]'];

  it('has a row of the protocol for every route file, which serves it with every method, and the other way round', () => {
    const served = files.flatMap((file) => {
      const path = `/${file.replace(/\([^)]*\)\//g, '').replace(/\/route\.ts$/, '')}`;
      if (notInTable.includes(path)) return [];
      const source = readFileSync(`app/${file}`, 'utf8').replace(/\s+/g, ' ');
      expect(source).toContain('export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(');
      expect(/routeHandlers\(\s*'([^']+)'/.exec(source)?.[1]).toBe(path);
      expect(source.split(';')).toHaveLength(3);
      return [path];
    });
    expect(served.toSorted()).toEqual(protocolRoutes.map(({ path }) => path).toSorted());
    const inNext = routes.filter(({ isOwn }) => isOwn !== true);
    expect(inNext.map(({ path }) => path)).toEqual(protocolRoutes.map(({ path }) => path));
  });

  /** Rows of the account and the administration that are no form of a page, and why. */
  const noForms: Readonly<Record<string, string>> = {
    '/account/sign-in': 'leads to the sign-in; it has no fields and no session',
    '/admin/sign-in': 'the same',
    '/account/passkeys/challenge': 'answers a script with JSON; it checks origin, token and sign-in itself',
    '/admin/confirm/challenge': 'the same',
    '/admin/audit/export/submit': 'answers with a file',
    '/admin/settings/export/submit': 'answers with a file',
    '/admin/agents/export/submit': 'answers with a file',
    '/admin/clients/export/submit': 'answers with a file',
    '/admin/clients/[client_id]/people/export/submit': 'answers with a file',
    '/admin/groups/export/submit': 'answers with a file',
    '/admin/users/export/submit': 'answers with a file',
    '/admin/preferences/submit': 'sets a cookie of this browser alone, and leads back to any page',
    '/admin/clients/[id]/try/start': 'leads to a sign-in that is only tried',
    '/admin/clients/[id]/preview/draw': 'draws a preview in a frame; it changes nothing',
    '/admin/providers/[name]/test/start': 'leads to a sign-in at the provider that is only tried',
  };

  it('has every other row of the account and the administration from form() or defineAction() (security #100, #155)', () => {
    const made = routes.filter(({ mayShowPage }) => mayShowPage).map(({ path }) => path);
    const area = routes.map(({ path }) => path).filter((path) => /^\/(account|admin)\//.test(path));
    expect(area.filter((path) => !made.includes(path)).toSorted()).toEqual(Object.keys(noForms).toSorted());
  });

  it('has rows that show a page from form() alone', () => {
    const files = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.test)\.ts$/.test(file),
    );
    const made = files.filter((file) => /\bmayShowPage:/.test(readFileSync(`lib/${file}`, 'utf8')));
    expect(made).toEqual(['forms/form.ts']);
  });

  it('never answers HEAD where GET changes something (security #11)', () => {
    expect(findRoute('/connect/authorize')?.methods).toEqual(['GET', 'POST']);
    expect(findRoute('/connect/endsession')?.methods).toEqual(['GET', 'POST']);
  });

  it('does not open an endpoint for browsers to the pages of other origins (RFC 9700 §2.6)', () => {
    expect(routes.filter((route) => route.audience === 'browser' && route.cors !== undefined)).toEqual([]);
  });

  it('finds a path only in its exact spelling', () => {
    expect(findRoute('/connect/token')?.methods).toEqual(['POST']);
    expect(findRoute('/connect/token/')).toBeUndefined();
    expect(findRoute('/connect/Token')).toBeUndefined();
    expect(findRoute('__proto__')).toBeUndefined();
  });

  it('finds the addresses of each upstream provider, only in their exact spelling', () => {
    for (const name of ['backchannel-logout', 'start', 'callback']) {
      expect(findRoute(`/federation/corp/${name}`)?.path).toBe(`/federation/[provider]/${name}`);
      for (const path of [`/federation/corp/${name}/`, `/federation//${name}`, `/federation/a/b/${name}`]) {
        expect(findRoute(path)).toBeUndefined();
        expect(findRoute(`/x${path}`)).toBeUndefined();
      }
    }
  });
});
