import type { AdminContext } from '../admin-context';
import { createEntry } from '../entries/change-entry';
import { tenantPath } from '../entries/entry-path';
import type { PostedFields } from '../read-form';
import { tenantSection } from './tenant-section';

export async function createTenantForm(admin: AdminContext, form: PostedFields): Promise<{ goTo: string }> {
  const name = form.text('name');
  await createEntry(admin, tenantSection, { name, display_name: form.text('display_name') });
  return { goTo: `${tenantPath(name, 'branding')}?created=1` };
}
