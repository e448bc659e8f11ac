import { describe, expect, it } from 'vitest';
import { parseSettings } from '#lib/settings/parse';
import { tellAddress, tellChanges } from './welcome';

const secret = 'a-secret-for-tests-0123456789abcdef';
const settings = parseSettings(
  { SIGNET_CONFIG: 'signet.yaml' },
  { readSecretFile: () => secret, fileExists: () => true, processors: 1 },
);
const demo = { signInUrl: 'http://localhost:3000/demo/start' };

describe('what a start tells', () => {
  it('shows the demo users with their passwords when they were made now', () => {
    const users = [
      { username: 'alice', password: 'bado-kire' },
      { username: 'al', password: 'luni-sate' },
    ];
    expect(tellChanges(settings, { applied: null, demo: { ...demo, users } })).toBe(
      '\nDemo users, with passwords made for this installation and shown this once:\n  alice   bado-kire\n  al      luni-sate\n',
    );
  });

  it('tells nothing when the start changed nothing', () => {
    expect(tellChanges(settings, { applied: null, demo: { ...demo, users: [] } })).toBe('');
  });

  it('tells what the configuration file changed and warns about', () => {
    const applied = { changes: [], warnings: ['the password of bob is short'] };
    expect(tellChanges(settings, { applied, demo: null })).toBe(
      'Applied signet.yaml:\n  no changes\nWarning: the password of bob is short\n',
    );
  });

  it('gives the address, and the links to try while the demo is there', () => {
    expect(tellAddress(settings, { applied: null, demo: null })).toBe('\nSignet serves http://localhost:3000\n\n');
    expect(tellAddress(settings, { applied: null, demo: { ...demo, users: [] } })).toContain(demo.signInUrl);
  });
});
