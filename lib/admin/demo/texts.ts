/** Removing the demo data. */
export const texts = {
  title: 'Remove demo data?',
  text: 'Deletes the demo clients, scopes and users. Their sessions and tokens end. Your own account stays. You can’t undo this.',
  list: (count: number) => (count === 1 ? '1 entry will be deleted' : `${count} entries will be deleted`),
  registration:
    'Agents can no longer register themselves or use a metadata document. You can allow it again in Settings.',
  nothing: 'There is no demo data to remove.',
  typed: 'Type the word to confirm',
  done: 'Removed the demo data.',
  button: 'Remove demo data',
} as const;
