import { type Api, urisOf } from '#lib/apis/api';
import { listApis } from '#lib/apis/api-store';
import { entryVersion } from '#lib/config/diff';
import { apis as section } from '#lib/config/sections/apis';
import type { Database } from '#lib/db/database';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { withoutSecrets } from '#lib/vocabulary/without-secrets';
import type { AdminContext } from '../admin-context';
import { notFound } from '../admin-error';
import { type SecretDetail, type SecretsState, secretsState } from '../entries/secrets';
import { type ListPage, mapLines, pageOf } from '../list/list-page';
import { holdsText, type ListPlace, readPlace } from '../list/list-query';
import { type Query, textOf } from '../query';

type ApiQuery = ListPlace & { readonly q: string | null };

export function readApiQuery(query: Query): ApiQuery {
  return { q: textOf(query, 'q'), ...readPlace(query) };
}

export type ApiLine = {
  readonly name: string;
  readonly displayName: string | null;
  readonly enabled: boolean;
  /** False if the stored row is broken. The API is disabled then. */
  readonly isReadable: boolean;
  readonly scopes: number;
  readonly secrets: SecretsState;
  /** How many clients may ask for one of its scopes. */
  readonly clients: number;
};

/** A page of the APIs by name. They are in memory: no statement. */
export function listApiLines({ snapshot, now }: AdminContext, { q, ...place }: ApiQuery): ListPage<ApiLine> {
  const page = pageOf(findApis(snapshot, q ?? ''), place, ({ name }) => name);
  return mapLines(page, (api) => ({
    name: api.name,
    displayName: api.displayName,
    enabled: api.enabled,
    isReadable: api.unreadable !== true,
    scopes: api.scopes.length,
    secrets: secretsState(api.secrets, now),
    clients: clientsOf(api, snapshot).length,
  }));
}

/** The APIs whose names or URIs contain a text, by name. */
export function findApis({ apis }: Pick<Snapshot, 'apis'>, text: string): readonly Api[] {
  return [...apis.values()]
    .filter((api) => holdsText([api.name, api.displayName, ...api.resources], text))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The clients that may ask for a scope of an API. */
function clientsOf({ scopes }: Pick<Api, 'scopes'>, { clients }: Pick<Snapshot, 'clients'>) {
  const own = new Set(scopes);
  return [...clients.values()].filter((client) => client.scope.some((name) => own.has(name)));
}

/** An API for a page or an answer, without secrets and hashes. */
export type ApiDetail = {
  readonly name: string;
  readonly displayName: string | null;
  readonly enabled: boolean;
  /** The version that a form sends back when it saves (see entryVersion()). */
  readonly version: string;
  /** Every setting as in the configuration file. */
  readonly settings: Wire;
  readonly scopes: readonly string[];
  readonly uris: readonly string[];
  readonly isNamedOnly: boolean;
  readonly secrets: readonly SecretDetail[];
  /** The clients that may ask for one of its scopes, up to clientsShown. */
  readonly clients: readonly { readonly clientId: string; readonly name: string }[];
  readonly clientCount: number;
};

const clientsShown = 50;

/** @throws AdminError `not_found` */
export async function readApi(admin: AdminContext, name: string | null): Promise<ApiDetail> {
  const api = await getApi(admin, name);
  const settings = section.wire(api);
  const clients = clientsOf(api, admin.snapshot);
  return {
    name: api.name,
    displayName: api.displayName,
    enabled: api.enabled,
    version: entryVersion(settings),
    settings: withoutSecrets(settings),
    scopes: api.scopes,
    uris: urisOf(api),
    isNamedOnly: api.resourceIndicatorRequired,
    secrets: api.secrets.map(({ hash: _, ...secret }) => secret),
    clients: clients
      .slice(0, clientsShown)
      .map(({ clientId, clientName }) => ({ clientId, name: clientName ?? clientId })),
    clientCount: clients.length,
  };
}

/** The clients that have roles of an API when they act for themselves, with those roles. */
export function listServiceAccounts({ snapshot: { clients } }: Pick<AdminContext, 'snapshot'>, api: string) {
  return [...clients.values()].flatMap(({ clientId, clientName, apiRoles }) => {
    const roles = apiRoles.find((one) => one.api === api)?.roles ?? [];
    return roles.length === 0 ? [] : [{ clientId, name: clientName ?? clientId, roles }];
  });
}

/** The stored API. @throws AdminError `not_found` */
export async function getApi({ db }: { readonly db: Database }, name: string | null): Promise<Api> {
  const [found] = name === null ? [] : await listApis(db, [name]);
  if (found === undefined) throw notFound();
  return found;
}
