import { recordEvents } from '#lib/audit/event-store';
import type { ApplyReport } from '#lib/config/apply';
import { entryVersion } from '#lib/config/diff';
import { identityProviders } from '#lib/config/sections/identity-providers';
import { startProviderTrial } from '#lib/federation/trial/start-trial';
import { seeOther } from '#lib/http/respond';
import type { HttpResponse } from '#lib/http/types';
import type { IdentityProvider } from '#lib/providers/provider';
import { listProviders } from '#lib/providers/provider-store';
import { bindBrowser } from '#lib/sessions/browser-binding';
import { adminHandler } from '../access/admin-handler';
import { type AdminContext, authorshipOf } from '../admin-context';
import { AdminError } from '../admin-error';
import { saveEntries } from '../configuration/save-entries';
import { changeEntry, createEntry } from '../entries/change-entry';
import { providerPath } from '../entries/entry-path';
import { type LeadingForm, savedFlash } from '../flash/flash';
import { defineForm } from '../kit/define-form';
import { providerSection, secretKeyOf, typedProvider } from './section';

export const createProviderForm: LeadingForm = async (admin, form) => {
  const name = form.text('name');
  const report = await createEntry(admin, providerSection, {
    name,
    type: form.text('type'),
    enabled: form.text('enabled') === 'on',
    ...typedProvider(form),
    client_secret: form.text('client_secret') || null,
    private_key: form.text('private_key') || null,
  });
  return { goTo: providerPath(name), flash: savedFlash(report) };
};

/** Replaces the secret, or the key that signs it. The old one cannot be shown again. */
export const replaceSecretForm: LeadingForm = async (admin, form) => {
  const name = form.text('name');
  const report = await changeEntry(admin, providerSection, name, ({ wire }) => {
    const field = secretKeyOf(wire);
    const secret = form.text(field);
    if (secret !== '') return { [field]: secret };
    const message = 'expected the client secret from the provider';
    throw new AdminError('invalid', message, [{ field, code: 'empty', message }]);
  });
  return { goTo: providerPath(name), flash: savedFlash(report) };
};

/** Puts the providers of the form in the order that it names. The other providers stay where they are. */
export const orderProvidersForm: LeadingForm = async (admin, form) => {
  const report = await orderProviders(admin, form.text('order').split(' '));
  return { goTo: '/admin/providers', flash: savedFlash(report) };
};

/** The forms about providers besides those of every entry. */
export const providerForms = {
  create: defineForm(
    { path: 'providers/new/[preset]', permission: 'edit', proof: 'sudo', section: 'identity_providers' },
    createProviderForm,
  ),
  order: defineForm(
    { path: 'providers/order', permission: 'edit', proof: 'none', beside: 'providers' },
    orderProvidersForm,
  ),
  replaceSecret: defineForm({ path: 'providers/[name]/secret', permission: 'edit', proof: 'sudo' }, replaceSecretForm),
} as const;

/**
 * Puts providers in a new order. They share the places that they already have, and the other providers stay where they
 * are. The entries are saved in their new order, as a file would list them. Unknown names are ignored.
 */
async function orderProviders(admin: AdminContext, names: readonly string[]): Promise<ApplyReport> {
  const stored = new Map((await listProviders(admin.db)).map((provider) => [provider.name, provider]));
  const edits = [...new Set(names)].flatMap((name) => {
    const provider = stored.get(name);
    if (provider === undefined) return [];
    const entry = identityProviders.wire(provider);
    return [{ section: 'identity_providers', key: name, entry, expected: entryVersion(entry) } as const];
  });
  return edits.length < 2 ? { changes: [], warnings: [], revision: null } : saveEntries(admin, edits);
}

/** Swaps a provider's button with the one before or after it. At the end of the row it does nothing. */
export async function moveProvider(admin: AdminContext, name: string, direction: 'up' | 'down'): Promise<ApplyReport> {
  const names = (await listProviders(admin.db)).map((provider) => provider.name);
  const place = names.indexOf(name);
  const neighbor = place < 0 ? undefined : names[direction === 'up' ? place - 1 : place + 1];
  if (neighbor === undefined) return orderProviders(admin, []);
  return orderProviders(admin, direction === 'up' ? [name, neighbor] : [neighbor, name]);
}

/**
 * POST: sends an administrator to a provider to test the sign-in there. The answer is checked and shown. Nobody is
 * signed in, and no account changes. The attempt is recorded.
 */
export const handleProviderTest = adminHandler(
  { permission: 'edit' },
  async (admin, values, request): Promise<HttpResponse> => {
    const { snapshot, settings, principal } = admin;
    const provider = snapshot.providers.get(values.get('name') ?? '');
    if (provider === undefined || principal.sub === null) return seeOther(`${settings.issuer}/admin/providers`);
    const { hash, setCookie } = bindBrowser(request.headers.cookie, settings);
    const returnTo = providerPath(provider.name, 'test');
    const url = await startProviderTrial(provider, { sub: principal.sub, browserHash: hash, returnTo }, admin);
    await recordTest(admin, provider, url === null ? 'failure' : 'success');
    return seeOther(url ?? `${settings.issuer}${returnTo}`, { 'set-cookie': setCookie });
  },
);

export async function recordTest(
  admin: AdminContext,
  { name, displayName }: Pick<IdentityProvider, 'name' | 'displayName'>,
  outcome: 'success' | 'failure',
): Promise<void> {
  const { actor, address = null, requestId = null, reason } = authorshipOf(admin);
  const target = { kind: 'identity_provider', id: name, name: displayName };
  const event = { type: 'identity_provider.tested', outcome, actor, target, address, requestId } as const;
  await recordEvents(admin.db, [{ ...event, details: { ...(reason && { reason }) } }], admin.now);
}
