import { shell } from '#lib/i18n/admin/shell';

const trust = {
  unknown: 'Unknown',
  trusted_domain: 'Trusted domain',
  approved: 'Approved',
  blocked: 'Blocked',
};

/** The pages of agents. */
export const texts = {
  title: 'Agents',
  description: 'Programs that registered themselves or are described by a metadata document, such as MCP clients.',
  trust,
  waiting: 'Waiting for approval',
  sources: { registration: 'Registered itself', document: 'Metadata document' },
  list: {
    caption: 'Agents',
    search: 'Search host, name, ID, redirect URI',
    columns: {
      host: 'Host',
      name: 'Claimed name',
      source: 'Source',
      trust: 'Trust',
      scopes: 'Scopes used',
      people: 'Users',
      lastUsed: 'Last used',
    },
    filters: {
      trust: 'Trust',
      source: 'Source',
      use: 'Last used',
      unused: (days: number) => `Not in ${days} days`,
    },
    noName: 'No name',
    noScopes: 'No scopes used',
    moreScopes: (count: string) => `+${count}`,
    registrations: (count: string) => `${count} unused registrations`,
    ends: (day: string) => `Ends ${day}`,
    useUnknown: 'Usage has been tracked for less than 90 days.',
    empty: 'No agents yet',
    emptyText: {
      both: 'An agent appears here when it registers itself, or when someone first uses it through its metadata document.',
      registration:
        'An agent appears here when it registers itself. Metadata documents are off: you can turn them on in Settings.',
      documents:
        'An agent appears here when someone first uses it through its metadata document. Self-registration is off: you can turn it on in Settings.',
      none: 'Agents can’t register themselves or use a metadata document. Turn on either in Settings.',
    },
    docs: 'How to connect an agent',
    settings: 'Open settings',
    none: shell.list.none('agents'),
  },
  menu: {
    approve: 'Approve…',
    block: 'Block…',
    unblock: 'Unblock…',
    limit: 'Limit scopes or time…',
    end: 'End access…',
    delete: 'Delete…',
  },
  bulk: {
    title: {
      approve: (count: string) => `Approve ${count} agents?`,
      block: (count: string) => `Block ${count} agents?`,
      unblock: (count: string) => `Unblock ${count} agents?`,
      end: (count: string) => `End all access for ${count} agents?`,
      delete: (count: string) => `Delete ${count} agents?`,
    },
    text: {
      approve:
        'Users can sign in to them, even if they were blocked. Approvals end when agents change their names, redirect URIs, scopes, authentication or keys.',
      block:
        'Ends their access now and blocks new sign-ins. Agents that registered themselves with the same names or redirect hosts are blocked too. You can unblock them, but access that ended isn’t restored.',
      unblock: 'Users can sign in to them again. Access that ended isn’t restored.',
      end: 'Ends all access that users granted, and removes their consent. They can allow the agents again. This can’t be undone.',
      delete:
        'Deletes their settings. The agents can register themselves again. Deleting blocked agents also unblocks their names and redirect hosts.',
    },
    textOfOne: {
      approve:
        'Users can sign in to it, even if it was blocked. The approval ends when the agent changes its name, redirect URIs, scopes, authentication or keys.',
      block:
        'Ends its access now and blocks new sign-ins. Agents that registered themselves with the same name or redirect host are blocked too. You can unblock it, but access that ended isn’t restored.',
      unblock: 'Users can sign in to it again. Access that ended isn’t restored.',
      end: 'Ends all access that users granted, and removes their consent. They can allow the agent again. This can’t be undone.',
      delete:
        'Deletes its settings. The agent can register itself again. Deleting a blocked agent also unblocks its name and redirect hosts.',
    },
    asked: (people: string) => `Users who asked for access: ${people}. Those with a verified email are notified.`,
    live: (people: string, grants: string) => `Connected users: ${people}. Active grants: ${grants}.`,
    button: {
      approve: 'Approve',
      block: 'Block',
      unblock: 'Unblock',
      end: 'End access',
      delete: 'Delete',
    },
  },
  /** Shown above the pages of the client. */
  banner: {
    title: {
      registration: 'This client registered itself',
      document: 'This client is described by a metadata document',
    },
    text: {
      unknown: 'Users see a warning before they continue to it, until you mark it as reviewed.',
      trusted_domain: 'Its document is at a trusted domain. Users see its host, until you mark it as reviewed.',
      approved: 'You approved it. The approval ends when its metadata changes.',
      blocked: 'Users can’t sign in to it, and it has no access.',
    },
    waiting: 'Users can’t use it until you approve it. Those who asked are then notified by email.',
    review: 'Mark as reviewed',
  },
} as const;
