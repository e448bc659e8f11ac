import type { Snapshot } from '#lib/snapshot/snapshot';

export type FirstStep = {
  readonly step: 'client' | 'user' | 'scope' | 'provider' | 'tenant';
  readonly href: string;
  readonly done: boolean;
};

/**
 * What a new installation still lacks.
 * @param users null when it is not known
 * @returns null once there are a client and people: then the page has other things to say
 */
export function firstSteps(
  { clients, scopes, providers, tenants }: Pick<Snapshot, 'clients' | 'scopes' | 'providers' | 'tenants'>,
  users: number | null,
): FirstStep[] | null {
  // The administrator is one of them.
  const hasPeople = users === null || users > 1;
  if (clients.size > 0 && hasPeople) return null;
  return [
    { step: 'client', href: '/admin/clients/new', done: clients.size > 0 },
    { step: 'user', href: '/admin/users', done: hasPeople },
    { step: 'scope', href: '/admin/scopes', done: [...scopes.values()].some(({ builtIn }) => !builtIn) },
    { step: 'provider', href: '/admin/providers', done: providers.size > 0 },
    { step: 'tenant', href: '/admin/tenants', done: tenants.size > 0 },
  ];
}
