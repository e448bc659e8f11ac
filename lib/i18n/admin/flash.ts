/** The message after an action, shown once by the next page. */
export const flash = {
  undo: 'Undo',
  view: 'View revision',
  dismiss: 'Dismiss',
  unchanged: 'There was nothing to change.',
  users: {
    saved: 'Saved the profile.',
    enabled: 'Enabled this user.',
    disabled: 'Disabled this user. All sessions and app access have ended.',
    deleted: 'Deleted the user.',
    factorRemoved: 'Removed the second factor.',
    passwordRequired: 'This user must set a new password at the next sign-in.',
    passwordNotRequired: 'This user no longer has to set a new password.',
    unlocked: 'This person can try again.',
    signedOut: 'Signed this user out everywhere.',
    sessionEnded: 'Ended the session.',
    appRevoked: 'Removed the app’s access.',
    unlinked: 'Unlinked the identity.',
    role: 'Changed the role.',
  },
} as const;
