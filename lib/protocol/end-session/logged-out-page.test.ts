import { describe, expect, it } from 'vitest';
import { loggedOutHtml } from './logged-out-page';

const nothing = { back: null, notified: [], providers: [], problem: null, reference: null };
const told = { clientId: 'a', name: 'A', frames: ['https://a.test/out?x=1', 'https://a.test/out?x=2'] };

describe('the signed-out page', () => {
  it.each([
    ['no frame and no script', [], /^(?!.*(frame-src|script-src))/],
    [
      'frames of the clients that it loads, each origin once',
      [{ ...told, state: 'browser' as const }],
      /; frame-src https:\/\/a\.test; /,
    ],
  ])('may load %s (CSP 3 §6.1.5, security #128)', (_, notified, policy) => {
    expect(loggedOutHtml({ ...nothing, notified }).headers['content-security-policy']).toMatch(policy);
  });

  it.each([
    ['no', null, null, false],
    ['a', 'no_client', 'ABCDEFGHIJ', true],
  ] as const)('explains %s problem', (_, problem, reference, isTold) => {
    const { body } = loggedOutHtml({ ...nothing, problem, reference });
    expect(body.includes('needs an id_token_hint or a client_id')).toBe(isTold);
    expect(body.includes('ABCDEFGHIJ')).toBe(isTold);
    expect(/reference/i.test(body)).toBe(isTold);
  });
});
