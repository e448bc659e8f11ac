/** The message after an action, shown once by the next page. */
export const flash = {
  undo: 'Undo',
  view: 'View revision',
  dismiss: 'Dismiss',
  unchanged: 'There was nothing to change.',
} as const;
