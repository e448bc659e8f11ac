import { formatNumber } from '#lib/i18n/admin/format';
import { shell } from '#lib/i18n/admin/shell';

/** The pages of the APIs. */
export const texts = {
  title: 'APIs',
  description: 'The services that accept your access tokens. An API is the audience of its scopes.',
  create: 'New API',
  submit: 'Create API',
  both: { label: 'APIs and scopes', apis: 'APIs', scopes: 'Scopes' },
  list: {
    caption: 'APIs',
    search: 'Search name, URI',
    columns: { name: 'API', scopes: 'Scopes', secrets: 'Secrets', clients: 'Clients' },
    empty: 'No APIs yet',
    emptyText: 'An API groups the scopes of one service. A scope without an API is its own audience.',
    none: shell.list.none('APIs'),
  },
  tabs: {
    label: 'Pages of this API',
    overview: 'Overview',
    settings: 'Settings',
    api: 'For the API',
    activity: 'Activity',
  },
  overview: {
    title: 'Tokens',
    audience: 'Audience',
    resources: 'Resource parameter',
    only: 'Required: clients must name this API',
    scopes: 'Scopes',
    noScopes: 'This API has no scopes, so no token can name it as its audience. Add scopes in the settings.',
    clients: 'Clients',
    noClients: 'No clients can request its scopes.',
    more: (count: number) => `and ${formatNumber(count)} more`,
  },
  forTheApi: {
    guide: 'Connect the API',
    guideHelp: 'Copy these snippets to verify tokens in your API.',
  },
  deletion: {
    title: 'Delete API',
    text: 'You can undo this.',
    link: 'Delete…',
    question: (name: string) => `Delete ${name}?`,
    stops: ['Introspection with its secrets and keys'],
    stays: ['Its settings, in the history', 'Issued tokens, until they expire'],
    button: 'Delete API',
    used: 'Remove its scopes in the settings before you delete it. Otherwise, each scope would become its own audience again.',
    settings: 'Open settings',
  },
} as const;
