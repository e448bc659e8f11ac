import { describe, expect, it } from 'vitest';
import { parseSettings } from '#lib/settings/parse';
import { describeAddress, describeChanges } from './prepare-database';

const secret = 'a-secret-for-tests-0123456789abcdef';
const settings = parseSettings(
  { SIGNET_CONFIG: 'signet.yaml' },
  { readSecretFile: () => secret, fileExists: () => true, processors: 1 },
);
const ownerSetupUrl = null;
const demo = { signInUrl: 'http://localhost:3000/demo/start' };

describe('the messages of a start', () => {
  it('show the demo users with their passwords when they were just created', () => {
    const users = [
      { username: 'alice', password: 'bado-kire' },
      { username: 'al', password: 'luni-sate' },
    ];
    expect(describeChanges(settings, { applied: null, demo: { ...demo, users }, ownerSetupUrl })).toBe(
      '\nDemo users and their passwords. The passwords are shown only once:\n  alice   bado-kire\n  al      luni-sate\n',
    );
  });

  it('are empty when the start changed nothing', () => {
    expect(describeChanges(settings, { applied: null, demo: { ...demo, users: [] }, ownerSetupUrl })).toBe('');
  });

  it('include the changes and warnings of the configuration file', () => {
    const applied = { changes: [], warnings: ['the password of bob is short'] };
    expect(describeChanges(settings, { applied, demo: null, ownerSetupUrl })).toBe(
      'Applied signet.yaml:\n  no changes\nWarning: the password of bob is short\n',
    );
  });

  it('include the address, and the links of the demo', () => {
    expect(describeAddress(settings, { applied: null, demo: null, ownerSetupUrl })).toBe(
      '\nSignet is running at http://localhost:3000\n  Administration: http://localhost:3000/admin\n\n',
    );
    const later = describeAddress(settings, { applied: null, demo: { ...demo, users: [] }, ownerSetupUrl });
    expect(later).toContain(demo.signInUrl);
    expect(later).toContain('Set a new password for a demo user: npm run signet -- user password alice\n');
    const users = [{ username: 'alice', password: 'bado-kire' }];
    expect(describeAddress(settings, { applied: null, demo: { ...demo, users }, ownerSetupUrl })).not.toContain(
      'New password',
    );
  });

  it('include the link that creates the first owner while there is none', () => {
    const url = 'http://localhost:3000/setup/owner?token=t';
    expect(describeAddress(settings, { applied: null, demo: null, ownerSetupUrl: url })).toContain(
      `60 minutes:\n  ${url}\n`,
    );
  });
});
