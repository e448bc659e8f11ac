/** The signing keys. */
export const keys = {
  title: 'Signing keys',
  description:
    'Next is published already, so that applications know it in time. Current signs. Previous only verifies what it signed before.',
  phases: { announced: 'Next', active: 'Current', retired: 'Previous' },
  none: 'none',
  group: (alg: string, clients: number) =>
    `${alg} · ${clients === 1 ? '1 client is served with it' : `${clients} clients are served with it`}`,
  caption: (alg: string) => `Keys for ${alg}`,
  columns: {
    kid: 'Key id (kid)',
    phase: 'Phase',
    from: 'Signs from',
    until: 'Signs until',
    expires: 'Verifies until',
    action: 'Action',
  },
  open: 'Revoke…',
  jwks: 'Key set (JWKS)',
  jwksHelp: 'Applications fetch the public halves here and may keep them for ten minutes.',
  rotate: {
    title: 'Rotate',
    text: (minutes: number) =>
      `Makes a new key for every algorithm. It signs in ${minutes} minutes, once every cached key set has it. The present keys verify until the last token they signed has expired. No application notices.`,
    under: 'A rotation is under way. Rotating again changes nothing until the next keys sign.',
    submit: 'Rotate now',
    ownersOnly: 'Only an owner can rotate and revoke keys.',
  },
  revoke: {
    title: 'Revoke this key',
    text: 'For a key that somebody else may have. It cannot be undone.',
    stops: 'What stops at once',
    active: [
      'Every access token and ID token it signed: our own endpoints accept none of them any more.',
      'Applications and APIs refuse them once they fetch the key set again, ten minutes from now at the latest.',
      'Logout tokens on their way, and ID token hints, that it signed.',
    ],
    activeAfter:
      'A new key signs at once. Refresh tokens, sessions and reference tokens go on working. An API that keeps a key set for longer refuses new tokens until it fetches it.',
    announced: ['Nothing: this key has signed nothing yet. Another one is announced in its place for the same time.'],
    retired: ['Whatever it signed before and has not expired. The current key is not touched.'],
    typed: 'Type the key id to confirm',
    submit: 'Revoke key',
  },
} as const;
