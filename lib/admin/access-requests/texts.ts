import { formatNumber } from '#lib/i18n/admin/format';

/** People who ask for access to a client. */
export const texts = {
  title: (count: number) => (count === 1 ? '1 access request' : `${formatNumber(count)} access requests`),
  caption: 'Access requests, oldest first',
  columns: { user: 'User', reason: 'Reason', asked: 'Asked', action: 'Action' },
  noReason: 'No reason given',
  decide: 'Decide',
  page: 'Access request',
  asks: (name: string, place: string) => `${name} requested access to ${place}.`,
  facts: {
    user: 'User',
    name: 'Name',
    email: 'Verified email',
    reason: 'Reason',
    asked: 'Asked',
    created: 'Account created',
  },
  approve: {
    title: 'Approve',
    submit: 'Approve',
    done: (name: string, place: string) => `Approved ${name}’s request for ${place}.`,
  },
  decline: {
    title: 'Decline',
    note: 'Note',
    noteHelp: 'Shown to the user. They can ask again after seven days.',
    submit: 'Decline',
    done: (name: string, place: string) => `Declined ${name}’s request for ${place}.`,
  },
} as const;
