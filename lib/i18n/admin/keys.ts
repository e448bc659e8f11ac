import { formatNumber } from './format-number';

/** The signing keys. */
export const keys = {
  title: 'Signing keys',
  description:
    'Next keys are published so apps can cache them. Current keys sign. Previous keys only verify. Encryption keys decrypt requests from apps.',
  list: 'Algorithms',
  phases: { announced: 'Next', active: 'Current', retired: 'Previous' },
  none: 'None',
  used: (clients: number) => (clients === 1 ? 'Used by 1 client' : `Used by ${formatNumber(clients)} clients`),
  times: {
    sig: { from: 'Signs from', since: 'Signs since', until: 'until', lasts: 'Verifies until' },
    enc: { from: 'Decrypts from', since: 'Decrypts since', until: 'until', lasts: 'Decrypts until' },
  },
  copy: 'Key ID',
  menu: (kid: string) => `Actions for key ${kid}`,
  revokeLink: 'Revoke…',
  jwks: 'Key set (JWKS)',
  jwksHelp: 'Apps fetch the public keys here and may cache them for 10 minutes.',
  ownersOnly: 'Only owners can rotate and revoke keys.',
  rotate: {
    link: 'Rotate keys',
    title: 'Rotate the signing keys?',
    text: 'Creates a key for every algorithm. Apps aren’t affected. This can’t be undone.',
    steps: 'What happens when',
    now: 'Now',
    published: (algs: readonly string[]) => `New keys are published for ${new Intl.ListFormat('en-US').format(algs)}.`,
    signs: 'New keys start signing. Current keys become previous and only verify.',
    ends: 'Previous signing keys are removed. Every token they signed has expired by then.',
    underTitle: 'A rotation is in progress',
    under: 'You can rotate again when the next keys sign.',
    submit: 'Rotate keys',
  },
  revoke: {
    title: 'Revoke this key?',
    text: 'Use this if a key may be compromised. This can’t be undone.',
    stops: 'What stops now',
    effects: {
      sig: {
        stops: {
          active: [
            'Access tokens and ID tokens it signed no longer work here.',
            'Apps and APIs refuse them when they next fetch the key set, within 10 minutes.',
            'Logout tokens and ID token hints it signed are refused.',
          ],
          announced: ['Nothing. This key hasn’t signed yet, and another one takes its place.'],
          retired: ['Tokens it signed that haven’t expired. The current key isn’t affected.'],
        },
        after:
          'A new key signs right away. Refresh tokens, sessions and reference tokens keep working. APIs that cache the key set for longer refuse new tokens until they fetch it.',
      },
      enc: {
        stops: {
          active: [
            'Requests that apps encrypted to it are refused.',
            'Apps use the new key when they next fetch the key set, within 10 minutes.',
          ],
          announced: ['Nothing, unless an app already uses it. Another key takes its place.'],
          retired: ['Requests that apps still encrypt to it. The current key isn’t affected.'],
        },
        after: 'A new key is published right away. Tokens and sessions keep working.',
      },
    },
    typed: 'Type the key ID to confirm',
    submit: 'Revoke key',
  },
} as const;
