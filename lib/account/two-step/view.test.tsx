import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { twoStepReasons } from '#lib/factors/decide-factor';
import { TwoStepView } from './view';

const form = { action: '/account/two-step/submit', csrf: 'token', typed: {}, problem: null };
const nothing = { totp: false, passkeys: 0, twoStep: false, hasRole: false };
const passkey = { passkeys: 1 };

const texts = {
  choose: 'You sign in with your password or a passkey. Turn this on to be asked for your passkey after your password.',
  missing: 'Create a passkey or add an authenticator app first.',
  switched: 'After your password we ask for your passkey. Signing in with a passkey stays one step.',
  app: 'On because you have an authenticator app. To turn it off, remove the app.',
  role: 'On because you help manage this service.',
  required: 'Required here.',
};
const pages = ['/account/passkeys/new', '/account/authenticator'];

type Cell = {
  readonly factors: Partial<typeof nothing>;
  readonly policy?: { readonly secondFactor?: 'required'; readonly passkeys?: boolean };
  readonly shown: readonly (keyof typeof texts)[];
  readonly button?: 'turn_on' | 'turn_off';
  readonly links?: readonly string[];
};

function draw({ factors, policy }: Pick<Cell, 'factors' | 'policy'>) {
  const rules = { passkeys: true, secondFactor: 'optional', ...policy } as const;
  const own = { ...nothing, ...factors };
  const reasons = twoStepReasons({ policy: rules, factors: own });
  const canSwitch = rules.passkeys && own.passkeys > 0;
  const html = renderToStaticMarkup(
    <TwoStepView locale="en" form={form} reasons={reasons} canSwitch={canSwitch} hasPasskeys={rules.passkeys} />,
  );
  return {
    shown: [...html.matchAll(/<p>(.*?)<\/p>/g)].map(([, text]) => text),
    button: /value="(turn_\w+)"/.exec(html)?.[1],
    links: [...html.matchAll(/href="(.*?)"/g)].map(([, href]) => href),
  };
}

describe('the page of two-step verification (accounts: two-step verification)', () => {
  it.each<[string, Cell]>([
    ['off, has a passkey', { factors: passkey, shown: ['choose'], button: 'turn_on' }],
    ['off, no passkey', { factors: {}, shown: ['missing'], links: pages }],
    ['off, passkeys off', { factors: passkey, policy: { passkeys: false }, shown: ['missing'], links: pages.slice(1) }],
    ['on by the switch', { factors: { ...passkey, twoStep: true }, shown: ['switched'], button: 'turn_off' }],
    ['on by an app', { factors: { totp: true }, shown: ['app'] }],
    ['on by a role', { factors: { ...passkey, hasRole: true }, shown: ['role'] }],
    ['on by required', { factors: passkey, policy: { secondFactor: 'required' }, shown: ['required'] }],
    [
      'on by an app and the switch: both texts and the button',
      { factors: { ...passkey, totp: true, twoStep: true }, shown: ['app', 'switched'], button: 'turn_off' },
    ],
    [
      'on by an app, has a passkey: both texts and the button',
      { factors: { ...passkey, totp: true }, shown: ['app', 'choose'], button: 'turn_on' },
    ],
  ])('%s', (_, { shown, button, links = [], ...given }) => {
    expect(draw(given)).toEqual({ shown: shown.map((name) => texts[name]), button, links });
  });
});
