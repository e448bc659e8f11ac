import { formatNumber } from '#lib/i18n/admin/format';

/** The signing keys. */
export const texts = {
  title: 'Signing keys',
  description:
    'Next keys are published so apps can cache them. Current keys sign. Previous keys only verify. Encryption keys decrypt requests from apps.',
  list: 'Algorithms',
  phases: { announced: 'Next', active: 'Current', retired: 'Previous' },
  none: 'None',
  used: (clients: number) => (clients === 1 ? 'Used by 1 client' : `Used by ${formatNumber(clients)} clients`),
  times: {
    sig: { from: 'Starts signing', since: 'Started signing', until: 'until', lasts: 'Verifies until' },
    enc: { from: 'Starts decrypting', since: 'Started decrypting', until: 'until', lasts: 'Decrypts until' },
  },
  copy: 'Key ID',
  jwks: 'Key set (JWKS)',
  jwksHelp: 'Apps fetch the public keys here and may cache them for 10 minutes.',
  ownersOnly: 'Only owners can rotate and revoke keys.',
  rotate: {
    link: 'Rotate keys',
    title: 'Rotate the signing keys?',
    text: 'Creates a key for every algorithm. Apps aren’t affected. This can’t be undone.',
    now: 'Now',
    published: (algs: readonly string[]) => `New keys are published for ${new Intl.ListFormat('en-US').format(algs)}.`,
    signs: 'New keys start signing. Current keys become previous and only verify.',
    ends: 'Previous signing keys are removed. Every token they signed has expired by then.',
    under: { title: 'A rotation is in progress', text: 'You can rotate again when the next keys sign.' },
    button: 'Rotate keys',
    done: 'Rotated the signing keys.',
  },
  revoke: {
    link: 'Revoke…',
    title: 'Revoke this key?',
    text: 'Use this if a key may be compromised. This can’t be undone.',
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
          expired: ['Logout tokens and ID token hints it signed are refused.'],
        },
        stays: [
          'Refresh tokens, sessions and reference tokens',
          'A new key signs right away. APIs that cache the key set for longer refuse new tokens until they fetch it.',
        ],
      },
      enc: {
        stops: {
          active: [
            'Requests that apps encrypted to it are refused.',
            'Apps use the new key when they next fetch the key set, within 10 minutes.',
          ],
          announced: ['Nothing, unless an app already uses it. Another key takes its place.'],
          retired: ['Requests that apps still encrypt to it. The current key isn’t affected.'],
          expired: ['Nothing. It no longer decrypts.'],
        },
        stays: ['Tokens and sessions', 'A new key is published right away.'],
      },
    },
    button: 'Revoke key',
    done: 'Revoked the key.',
  },
} as const;
