import { seeOther } from '#lib/http/respond';
import { adminHandler } from '../access/admin-handler';
import { clientPath } from '../entries/entry-path';
import { addressWith } from '../query';
import { readFormData } from '../read-form';
import { draftOfForm } from './consent-preview';

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
