import { expect, it } from 'vitest';
import { checkPasskeys } from './check-passkeys';

it.each(['192.0.2.1', '[2001:db8::1]', '127.0.0.1'])(
  'reports that there are no passkeys at %s (Web Authentication §5.1.2)',
  (issuerHost) => {
    const findings = [...checkPasskeys({ issuerHost })];
    expect(findings).toMatchObject([
      { subject: 'passkeys', ok: true, advice: expect.stringContaining('SIGNET_ISSUER') },
    ]);
  },
);

it.each(['id.example', 'localhost', '1.2.3.4.example'])('does not report %s', (issuerHost) => {
  expect([...checkPasskeys({ issuerHost })]).toEqual([]);
});
