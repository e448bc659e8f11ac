import type { AdminContext } from '../admin-context';
import type { PostedFields } from '../read-form';
import { restoreRevision } from './restore-revision';

/** Goes back to a revision, as long as what that changes is what the page of the form said. */
export async function restoreForm(admin: AdminContext, form: PostedFields): Promise<{ goTo: string }> {
  const seen = Number(form.text('latest'));
  await restoreRevision(admin, Number(form.text('number')), form.text('reason') || null, seen);
  return { goTo: '/admin/history' };
}
