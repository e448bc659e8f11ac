import { describe, expect, it } from 'vitest';
import { decideSteps } from './read';

type Facts = Parameters<typeof decideSteps>[0];
type Theme = { readonly logo: string | null; readonly primary: string | null };

const named = (...names: string[]) => new Map(names.map((name) => [name, {}]));
const portal = (theme: Theme) => ({ theme });
const tenant = (theme: Theme) => new Map([['acme', { theme }]]);

const freshDemo: Facts = {
  clients: named('demo', 'demo-device'),
  providers: named(),
  portal: portal({ logo: null, primary: null }),
  tenants: new Map(),
  demo: { clients: ['demo', 'demo-device'], scopes: ['demo.api'], users: ['admin'] },
  secure: false,
  hasSignIn: false,
  administrators: { all: 1, own: 0 },
};

const done = (facts: Partial<Facts>) =>
  decideSteps({ ...freshDemo, ...facts }).flatMap((step) => (step.done ? [step.step] : []));

describe('the first steps', () => {
  it('are six, none of which a fresh demo has completed', () => {
    expect(decideSteps(freshDemo)).toHaveLength(6);
    expect(done({})).toEqual([]);
  });

  it.each<[step: string, isDone: boolean, facts: Partial<Facts>]>([
    ['client', true, { clients: named('demo', 'shop') }],
    ['client', false, { clients: named() }],
    ['sign_in', true, { hasSignIn: true }],
    ['administrator', true, { administrators: { all: 2, own: 1 } }],
    ['administrator', false, { administrators: { all: 1, own: 1 } }],
    ['administrator', false, { administrators: { all: 2, own: 0 } }],
    ['branding', true, { portal: portal({ logo: 'data:', primary: '#123456' }) }],
    ['branding', false, { portal: portal({ logo: 'data:', primary: null }) }],
    ['branding', true, { tenants: tenant({ logo: 'data:', primary: '#123456' }) }],
    ['branding', false, { tenants: tenant({ logo: null, primary: '#123456' }) }],
    ['branding', false, { tenants: tenant({ logo: 'data:', primary: null }) }],
    ['provider', true, { providers: named('corp') }],
    ['https', true, { secure: true }],
  ])('%s: completed is %s', (step, isDone, facts) => {
    expect(done(facts)).toEqual(isDone ? [step] : []);
  });
});
