import { seeOther } from '#lib/http/respond';
import { adminHandler } from '../access/admin-handler';
import { clientPath } from '../entries/entry-path';
import { addressWith } from '../query';
import { readActionForm } from '../read-form';
import { draftOfForm } from './consent-preview';

/**
 * POST: the form of a client's access, sent to the frame below it instead of being saved. It leads to the preview with the
 * draft in its address; nothing is stored.
 */
export const handleConsentPreview = adminHandler(
  { permission: 'read', hasLists: true },
  async ({ settings }, _, { body }) => {
    const data = new FormData();
    for (const [name, value] of new URLSearchParams(body)) data.append(name, value);
    const form = readActionForm(data);
    const path = clientPath(form.text('client_id').slice(0, maximumId), 'preview');
    return seeOther(`${settings.issuer}${addressWith(path, {}, draftOfForm(form))}`);
  },
);

const maximumId = 255;
