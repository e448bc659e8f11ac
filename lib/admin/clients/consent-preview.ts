import type { Client } from '#lib/clients/client';
import { toClient } from '#lib/clients/client-record';
import { seeOther } from '#lib/http/respond';
import { canRememberConsent } from '#lib/interactions/next-step';
import { type ConsentPage, scopeView } from '#lib/login/consent/read';
import { clientView, strangerOf } from '#lib/login/sign-in-page';
import { redirectHost } from '#lib/protocol/authorize/redirect-host';
import { stillAllowed } from '#lib/protocol/scope';
import { wholeFrame } from '#lib/theme/brand';
import { adminHandler } from '../access/admin-handler';
import type { AdminContext } from '../admin-context';
import { isUnit, readDuration } from '../duration';
import { clientPath } from '../entries/entry-path';
import { addressWith, type Query } from '../query';
import { type PostedFields, readFormData } from '../read-form';
import { getClient } from './read';

/** The settings of a client that affect its consent page. */
type Draft = Pick<Client, 'scope' | 'requireConsent' | 'allowRememberConsent' | 'consentLifetimeSeconds'>;

/** The maximum length of the scopes in an address, in characters. Servers on the way refuse longer addresses. */
const maximumScope = 4000;
const maximumSeconds = 2 ** 31 - 1;

const names = {
  scope: 'scope',
  asks: 'require_consent',
  remembers: 'allow_remember_consent',
  lifetime: 'consent_lifetime_seconds',
} as const;

/** The form of the page as a query. Empty for an auditor, whose form has no fields. */
export function draftOfForm(form: PostedFields): Readonly<Record<string, string>> {
  const unit = form.text(`${names.lifetime}_unit`);
  if (unit === '') return {};
  const count = form.text(names.lifetime);
  const seconds = readDuration(isUnit(unit) && /^\d+$/.test(count) ? `${count} ${unit}` : count);
  return {
    [names.scope]: cut(form.words(names.scope)).join(' '),
    [names.asks]: form.text(names.asks) || 'off',
    [names.remembers]: form.text(names.remembers) || 'off',
    [names.lifetime]: String(seconds ?? ''),
  };
}

/** The scope names that fit in an address. */
function cut(scopes: readonly string[]): readonly string[] {
  const text = scopes.join(' ');
  return text.length <= maximumScope ? scopes : text.slice(0, text.lastIndexOf(' ', maximumScope)).split(' ');
}

function draftOfQuery(query: Query): Draft | null {
  const { [names.asks]: asks, [names.scope]: scope = '', [names.lifetime]: lifetime = '' } = query;
  if (asks === undefined) return null;
  const seconds = /^\d+$/.test(lifetime) ? Math.min(Number(lifetime), maximumSeconds) : null;
  return {
    scope: scope.split(' ').filter((name) => name !== ''),
    requireConsent: asks === 'on',
    allowRememberConsent: query[names.remembers] === 'on',
    consentLifetimeSeconds: seconds,
  };
}

/** The consent page for everything that a client may ask for, and whether people see it. */
export type ConsentPreview = { readonly isAsked: boolean; readonly page: ConsentPage };

/**
 * Reads the consent page of a client for an example person, with the unsaved values from the address.
 * @throws AdminError `not_found`
 */
export async function readConsentPreview(
  admin: AdminContext,
  clientId: string | null,
  query: Query,
): Promise<ConsentPreview> {
  const { snapshot } = admin;
  const client = { ...toClient(await getClient(admin, clientId)), ...draftOfQuery(query) };
  const [redirectUri = 'https://app.example/callback'] = client.redirectUris;
  const page: ConsentPage = {
    page: 'consent',
    frame: wholeFrame(snapshot.brands.get(client.tenant ?? '') ?? snapshot.brand),
    form: { interaction: null, csrf: '' },
    client: clientView(client, snapshot),
    redirectHost: redirectHost(redirectUri),
    stranger: strangerOf(client, redirectUri),
    user: { username: someone.username, name: someone.claims.name },
    scopes: stillAllowed(snapshot, client, client.scope).map((name) => scopeView(name, someone, { ...admin, client })),
    allowed: new Set(),
    claims: [],
    canRemember: canRememberConsent(client),
    rememberedSeconds: client.consentLifetimeSeconds,
    redirectUri,
    problem: null,
  };
  return { isAsked: client.requireConsent, page };
}

const someone = {
  username: 'alice',
  access: '',
  claims: { name: 'Alice Example', given_name: 'Alice', family_name: 'Example', email: 'alice@example.com' },
};

/**
 * POST: the form with a client's access settings. It is sent to the preview frame below it instead of being saved, and
 * redirects to the preview with the draft in the address. Nothing is stored.
 */
export const handleConsentPreview = adminHandler(
  { permission: 'read', hasLists: true },
  async ({ settings }, _, { body }) => {
    const data = new FormData();
    for (const [name, value] of new URLSearchParams(body)) data.append(name, value);
    const form = readFormData(data);
    const path = clientPath(form.text('client_id').slice(0, maximumId), 'preview');
    return seeOther(`${settings.issuer}${addressWith(path, {}, draftOfForm(form))}`);
  },
);

const maximumId = 255;
