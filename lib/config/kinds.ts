import type { ClientRecord } from '#lib/clients/client-record';
import { wireClient } from '#lib/clients/wire-client';
import type { ProviderRecord } from '#lib/providers/provider-record';
import type { Scope } from '#lib/scopes/scope';
import type { Tenant } from '#lib/tenants/tenant';
import type { User } from '#lib/users/user';
import { orderedWire } from './desired-providers';
import type { Kind } from './diff';
import { wireScope, wireTenant, wireUser } from './wire';

const nameOf = ({ name }: { readonly name: string }) => name;
const clientIdOf = ({ clientId }: ClientRecord) => clientId;

const scopes: Kind<Scope> = { section: 'scopes', id: nameOf, label: nameOf, wire: wireScope };
const clients: Kind<ClientRecord> = { section: 'clients', id: clientIdOf, label: clientIdOf, wire: wireClient };
const users: Kind<User> = {
  section: 'users',
  id: (user) => user.canonicalUsername,
  label: (user) => user.username,
  wire: wireUser,
};
const providers: Kind<ProviderRecord> = {
  section: 'identity_providers',
  id: nameOf,
  label: nameOf,
  wire: orderedWire,
};
const tenants: Kind<Tenant> = { section: 'tenants', id: nameOf, label: nameOf, wire: wireTenant };

/** The sections that hold entries. */
export const kinds = { scopes, clients, users, providers, tenants } as const;
