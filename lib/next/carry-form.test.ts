import { describe, expect, it } from 'vitest';
import { defaultLimits } from '#lib/http/limits';
import { signInPath } from './carry-form';

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
