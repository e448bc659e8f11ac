import { wireClient } from '#lib/clients/client-record';
import { entryVersion } from '#lib/config/entry-version';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { changeWithoutSecrets, secretKeys } from '#lib/vocabulary/without-secrets';
import type { Review } from '../action-state';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { planEntries } from '../configuration/save-entries';
import { differences } from '../differences';
import { saveForm } from '../entries/change-entry';
import { clientPath } from '../entries/entry-path';
import { type Leads, savedFlash } from '../flash/flash';
import { type PostedFields, withReason } from '../read-form';
import { clientSection } from './client-section';
import { atText, clientText, readClientText, textName } from './client-text';
import { createClient, planClient } from './create-client';
import { type CreatedResult, createdResult } from './created-result';
import { getClient, readClient } from './read-client';

type Form = (admin: AdminContext, form: PostedFields) => Promise<Leads | CreatedResult | { review: Review }>;

/** Saves a client that is written as text, after the changes were reviewed. */
export const saveClientFromText: Form = async (admin, form) => {
  const clientId = form.text('client_id');
  const stored = wireClient(await getClient(admin, clientId));
  const { entry, after } = await atText(() => planText(admin, stored, form.text(textName)));
  const seen = entryVersion(entry);
  if (form.text('seen') !== seen) {
    const shown = changeWithoutSecrets(stored, after);
    return { review: { differences: differences(shown.before, shown.after), seen, version: entryVersion(stored) } };
  }
  const saved = (wire: Wire) => ({ [textName]: clientText(wire) });
  const report = await saveForm(withReason(admin, form), clientSection, {
    key: clientId,
    changes: () => after,
    version: form.text('version'),
    saved,
  });
  return { goTo: clientPath(clientId, 'json'), flash: savedFlash(report) };
};

/** Creates a client that is written as text, after its settings were reviewed. */
export const createClientFromText: Form = async (admin, form) => {
  return atText(async () => {
    const entry = readClientText(form.text(textName));
    const seen = entryVersion(entry);
    if (form.text('seen') !== seen) {
      return { review: { differences: await planClient(admin, entry), seen, version: null } };
    }
    const created = await createClient(admin, entry);
    const { kind, name, settings } = await readClient(admin, created.clientId);
    const [redirectUri] = Array.isArray(settings.redirect_uris) ? settings.redirect_uris : [];
    return createdResult(admin, created, {
      kind,
      name,
      redirectUri: String(redirectUri ?? ''),
      scope: String(settings.scope),
    });
  });
};

/**
 * The client that a text results in. Settings that it does not mention get their defaults, as in a file. The secrets
 * stay.
 */
async function planText(admin: AdminContext, stored: Wire, text: string): Promise<{ entry: Wire; after: Wire }> {
  const { client_id: key } = stored;
  const typed = readClientText(text);
  if (typeof key !== 'string' || (typed.client_id ?? key) !== key) {
    const message = `client_id: expected ${key}; it cannot be changed`;
    const facts = { expected: String(key) };
    throw new AdminError('invalid', message, [
      { field: textName, within: 'client_id', code: 'client_id_fixed', message, facts },
    ]);
  }
  const kept = Object.entries(stored).filter(([name]) => secretKeys.has(name));
  const entry = { ...typed, client_id: key, ...Object.fromEntries(kept) };
  const { changes } = await planEntries(admin, [{ section: 'clients', key, entry }]);
  return { entry, after: changes[0]?.after ?? stored };
}
