/** The debug pages: past refusals, live traces, and simulations. */
export const texts = {
  title: 'Debug',
  description: 'Find out why a sign-in failed, or test a sign-in.',
  field: 'Paste a reference, a client ID or an authorization URL',
  go: 'Open',
  nothing: 'No refused request, client or authorization URL matches',
  tools: {
    requests: {
      title: 'Refused requests',
      description: 'Why requests failed and how to fix them. Kept for 7 days.',
    },
    traces: {
      title: 'Live traces',
      description: 'Records a client’s sign-ins step by step for 15 minutes. Never stores secrets, tokens or names.',
    },
    simulator: {
      title: 'Simulator',
      description: 'See what a sign-in request would do and which claims the client gets, or go through a sign-in.',
    },
  },
} as const;
