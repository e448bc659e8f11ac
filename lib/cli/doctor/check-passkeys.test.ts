import { expect, it } from 'vitest';
import { checkPasskeys } from './check-passkeys';

it.each(['https://192.0.2.1', 'https://[2001:db8::1]:8443', 'http://127.0.0.1:3000'])(
  'tells that there are no passkeys at %s (Web Authentication §5.1.2)',
  (issuer) => {
    const findings = [...checkPasskeys({ issuer })];
    expect(findings).toMatchObject([
      { subject: 'passkeys', ok: true, advice: expect.stringContaining('SIGNET_ISSUER') },
    ]);
  },
);

it.each(['https://id.example', 'http://localhost:3000', 'https://1.2.3.4.example'])('says nothing of %s', (issuer) => {
  expect([...checkPasskeys({ issuer })]).toEqual([]);
});
