import { describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { defaultLimits } from '#lib/http/limits';
import { testSecret } from '#lib/testing/running-server';
import { openForm, sealForm, signInPath } from './carried-form';

const now = new Date('2026-01-01T12:00:00Z');
const settings = { secret: masterSecret(testSecret) };
const form = {
  address: '/admin/clients/shop/settings/submit',
  values: { client_name: ['Lantern Books'], scope: ['openid', 'orders'] },
  section: 'clients',
};
const place = { browser: 'this-browser', path: '/admin/clients/shop' };
const later = (seconds: number) => ({ settings, now: new Date(now.getTime() + seconds * 1000) });
const sealed = (sub: string | null) => sealForm(form, { ...place, sub }, { settings, now }) ?? '';

describe('form input kept over a sign-in', () => {
  it('returns to the same page for the same person', () => {
    expect(openForm(sealed('root'), { ...place, sub: 'root' }, later(599))).toEqual(form);
  });

  it('returns to the next person who signs in to this browser, if nobody was signed in', () => {
    expect(openForm(sealed(null), { ...place, sub: 'root' }, later(1))).toEqual(form);
  });

  it.each([
    ['to another person', sealed('root'), { ...place, sub: 'bo' }, 0],
    ['in another browser', sealed(null), { ...place, browser: 'another', sub: 'root' }, 0],
    ['on another page', sealed('root'), { ...place, path: '/admin/clients/bank', sub: 'root' }, 0],
    ['after 10 minutes', sealed('root'), { ...place, sub: 'root' }, 600],
    ['changed', sealed('root').replace(/.{9}$/, 'AAAAAAAAA'), { ...place, sub: 'root' }, 0],
    ['if it is forged', 'v2.x.y', { ...place, sub: 'root' }, 0],
    ['if it is empty', undefined, { ...place, sub: 'root' }, 0],
  ])('does not return %s', (_, text, where, seconds) => {
    expect(openForm(text, where, later(seconds))).toBeNull();
  });

  it('is dropped when it does not fit into the address', () => {
    const noise = Array.from({ length: 3000 }, (_, n) => Math.sin(n).toString(36)).join('');
    expect(sealForm({ ...form, values: { text: [noise] } }, { ...place, sub: 'root' }, { settings, now })).toBeNull();
  });
});

/** A page on which many lines were selected. */
const bulk = `/admin/clients/bulk?action=disable&${Array.from({ length: 150 }, (_, at) => `id.client-${at}=on`).join('&')}`;

describe('the address that signs an administrator in and returns what was typed', () => {
  it('has the page and the sealed answer', () => {
    const { searchParams } = new URL(
      signInPath('/admin/clients/web', { again: '1', answer: 'sealed' }),
      'https://op.test',
    );
    expect(Object.fromEntries(searchParams)).toEqual({ to: '/admin/clients/web', again: '1', answer: 'sealed' });
  });

  it('is one that the server accepts, without the answer if both are too long (security #145)', () => {
    const long = signInPath(bulk, { again: '1', answer: 'a'.repeat(6000) });
    expect(long.length).toBeLessThanOrEqual(defaultLimits.urlBytes);
    const { searchParams } = new URL(long, 'https://op.test');
    expect([searchParams.get('to'), searchParams.get('answer')]).toEqual([bulk, null]);
    expect(signInPath('/admin/clients/web', { answer: 'a'.repeat(8000) })).toContain(`&answer=${'a'.repeat(8000)}`);
  });
});
