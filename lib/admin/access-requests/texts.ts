import { formatNumber } from '#lib/i18n/admin/format';

/** People who ask for access to a client. */
export const texts = {
  title: (count: number) => (count === 1 ? '1 request for access' : `${formatNumber(count)} requests for access`),
  caption: 'Requests for access, the oldest first',
  columns: { user: 'User', reason: 'Reason', asked: 'Asked', action: 'Action' },
  noReason: 'No reason given',
  decide: 'Decide',
  page: 'Request for access',
  asks: (name: string, place: string) => `${name} asks for access to ${place}.`,
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
    done: (name: string, place: string) => `Approved the request of ${name} for ${place}.`,
  },
  decline: {
    title: 'Decline',
    note: 'Note',
    noteHelp: 'Shown to the user. They can ask again after seven days.',
    submit: 'Decline',
    done: (name: string, place: string) => `Declined the request of ${name} for ${place}.`,
  },
} as const;
