import type { AdminContext } from '../admin-context';
import { createEntry } from '../entries/change-entry';
import { scopePath } from '../entries/entry-path';
import type { PostedFields } from '../read-form';
import { scopeSection } from './scope-section';

export async function createScopeForm(admin: AdminContext, form: PostedFields): Promise<{ goTo: string }> {
  const name = form.text('name');
  await createEntry(admin, scopeSection, {
    name,
    type: form.text('type') === 'identity' ? 'identity' : 'resource',
    display_name: form.text('display_name') || null,
    description: form.text('description') || null,
    claims: form.lines('claims'),
  });
  return { goTo: `${scopePath(name)}?saved=1` };
}
