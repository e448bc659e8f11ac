import { seeOther } from '#lib/http/respond';
import { adminHandler } from '../access/admin-handler';
import { tenantPath } from '../entries/entry-path';
import { addressWith } from '../query';
import { findPreviewPage } from './preview-pages';
import { draftFields } from './read-preview';

const maximumLength = 100;

/**
 * POST: shows the form of a tenant's branding in the preview frame instead of saving it. It redirects to the preview
 * with the draft in its address. Nothing is stored.
 */
export const handleTenantPreview = adminHandler({ permission: 'read' }, async ({ settings }, values) => {
  // The page of an auditor has no fields, so it shows the saved look.
  const draft = draftFields.flatMap((field) => {
    const typed = values.get(field);
    return typed === undefined ? [] : [[field, typed.slice(0, maximumLength)] as const];
  });
  const path = tenantPath((values.get('name') ?? '').slice(0, maximumLength), 'preview');
  const look = values.get('look') === 'dark' ? 'dark' : 'light';
  const page = findPreviewPage(values.get('preview_page'));
  return seeOther(`${settings.issuer}${addressWith(path, {}, { ...Object.fromEntries(draft), look, page })}`);
});
