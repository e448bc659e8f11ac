import { describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { testSecret } from '#lib/testing/running-server';
import { openForm, sealForm } from './carried-form';

const now = new Date('2026-01-01T12:00:00Z');
const settings = { secret: masterSecret(testSecret) };
const values = { client_name: ['Lantern Books'], scope: ['openid', 'orders'] };
const place = { browser: 'this-browser', path: '/admin/clients/shop' };
const later = (seconds: number) => ({ settings, now: new Date(now.getTime() + seconds * 1000) });
const sealed = (sub: string | null) => sealForm(values, { ...place, sub }, { settings, now }) ?? '';

describe('what was typed before a sign-in', () => {
  it('comes back to its page, for its person', () => {
    expect(openForm(sealed('root'), { ...place, sub: 'root' }, later(599))).toEqual(values);
  });

  it('comes back to whoever signs in next in this browser, where nobody was signed in', () => {
    expect(openForm(sealed(null), { ...place, sub: 'root' }, later(1))).toEqual(values);
  });

  it.each([
    ['to another person', sealed('root'), { ...place, sub: 'bo' }, 0],
    ['in another browser', sealed(null), { ...place, browser: 'another', sub: 'root' }, 0],
    ['on another page', sealed('root'), { ...place, path: '/admin/clients/bank', sub: 'root' }, 0],
    ['after 10 minutes', sealed('root'), { ...place, sub: 'root' }, 600],
    ['changed', sealed('root').replace(/.{9}$/, 'AAAAAAAAA'), { ...place, sub: 'root' }, 0],
    ['made up', 'v2.x.y', { ...place, sub: 'root' }, 0],
    ['as nothing', undefined, { ...place, sub: 'root' }, 0],
  ])('does not come back %s', (_, text, where, seconds) => {
    expect(openForm(text, where, later(seconds))).toBeNull();
  });

  it('is left out where an address has no room for it', () => {
    const noise = Array.from({ length: 3000 }, (_, n) => Math.sin(n).toString(36)).join('');
    expect(sealForm({ text: [noise] }, { ...place, sub: 'root' }, { settings, now })).toBeNull();
  });
});
