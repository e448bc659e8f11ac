import { describe, expect, it } from 'vitest';
import type { ExplanationRow } from '#lib/explain/explanation-store';
import { allRules } from '#lib/protocol/rules/find-rule';
import { formatExplanation } from './explain-command';

const row: ExplanationRow = {
  reference: '7K3QMXW9T0',
  groupKey: 'g',
  endpoint: '/connect/authorize',
  rule: 'redirect_uri_not_registered',
  error: 'invalid_request',
  description: 'The redirect_uri is not registered for this client',
  clientId: 'web',
  network: '192.0.2.0/24',
  facts: JSON.stringify({ received: 'https://rp.test/cb/', registered: ['https://rp.test/cb', 'https://other.test/'] }),
  occurrences: 3,
  createdAt: new Date('2026-01-01T12:00:00Z'),
  lastSeenAt: new Date('2026-01-01T12:00:40Z'),
  expiresAt: new Date('2026-01-08T12:00:00Z'),
};

describe('formatExplanation', () => {
  it('shows the received address above the registered ones, with the first difference marked and named', () => {
    expect(formatExplanation(row, 'Web shop')).toBe(`reference    7K3QMXW9T0
when         2026-01-01T12:00:00.000Z, last 2026-01-01T12:00:40.000Z
how often    3 times within a minute
where        /connect/authorize
from         192.0.2.0/24
client       web (Web shop)
answer       invalid_request: The redirect_uri is not registered for this client
rule         redirect_uri_not_registered
received     https://rp.test/cb/
registered   https://rp.test/cb
                               ^ trailing slash
             https://other.test/
how to fix   Register the address that was sent, or change the app to send a registered one. The addresses are compared byte for byte.
setting      redirect_uris
`);
  });

  it('lists allowed values next to the requested ones', () => {
    const facts = JSON.stringify({ name: 'order', received: 'order', registered: ['openid', 'orders'], reason: 'r' });
    const text = formatExplanation({ ...row, rule: 'scope_unavailable', facts, clientId: null, occurrences: 1 }, null);
    expect(text).toContain('received     order\nallowed      openid orders\n');
    expect(text).toContain('reason       r\n');
    expect(text).toContain('client       unknown\n');
    expect(text).toContain('how often    once\n');
  });

  it('prints no control characters of received values, and marks the difference where it is printed', () => {
    const facts = JSON.stringify({ received: 'https://rp.test/\u001b[2J\u202ecb', registered: ['https://rp.test/cb'] });
    const text = formatExplanation({ ...row, facts, description: 'a\nb' }, 'W\u0007b');
    expect(text).toContain('received     https://rp.test/\\u{1b}[2J\\u{202e}cb\n');
    expect(text).toMatch(/\n {29}\^ path\n/);
    expect(text).toContain('(W\\u{7}b)');
    expect(text).toMatch(/^[\x20-\x7e\n]+$/);
    expect(text).not.toContain('\nb');
  });

  it('says so when a client has registered none, or the rule is gone from this release', () => {
    const facts = JSON.stringify({ received: 'https://rp.test/', registered: [] });
    expect(formatExplanation({ ...row, facts }, null)).toContain('registered   none\n');
    expect(formatExplanation({ ...row, rule: 'of_old' }, null)).toContain('this rule no longer exists');
  });
});

describe('the rules of all records', () => {
  it('have names that occur once, apart from the one with two codes', () => {
    const names = allRules.map(([name]) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual(['no_access']);
  });

  it('each say how to fix it', () => {
    expect(allRules.filter(([, { fix }]) => !/^[A-Z].{10,230}\.$/.test(fix))).toEqual([]);
  });
});
