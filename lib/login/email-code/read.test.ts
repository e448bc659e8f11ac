import { expect, it } from 'vitest';
import type { Context } from '#lib/context';
import { plainFrame } from '#lib/theme/brand';
import type { OpenInteraction } from '../load-interaction';
import { codePage } from './read';

const context = { settings: { secure: true } } as unknown as Context;

const see = (page: 'signup-code' | 'email-code', problem: string | null) => {
  const open = { kind: 'portal', handle: 'handle', client: null, frame: plainFrame, interaction: { problem } };
  return codePage({ page, email: null, open: open as unknown as OpenInteraction, cookieHeader: undefined }, context);
};

it.each([
  ['signup-code', '/signup/code/submit'],
  ['email-code', '/login/code/submit'],
] as const)('the code of %s is posted to %s', (page, action) => {
  expect(see(page, null)).toMatchObject({ page, action });
});

it.each([
  [null, null],
  ['code.missing_code', 'missing_code'],
  ['code.wrong_code', 'wrong_code'],
  ['code.resent', 'resent'],
  ['missing_code', null],
  ['code.other', null],
])('shows only its own problems: %s', (problem, note) => {
  expect(see('email-code', problem).note).toBe(note);
});
