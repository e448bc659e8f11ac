import type { AdminContext } from '../admin-context';
import type { PostedFields } from '../read-form';
import { startTrace, stopTrace } from './change-trace';
import { tracePath } from './trace-path';

/** Starts a trace and goes to where its steps appear. */
export async function startTraceForm(admin: AdminContext, form: PostedFields): Promise<{ readonly goTo: string }> {
  return { goTo: tracePath(await startTrace(admin, form.text('client_id'))) };
}

export async function stopTraceForm(admin: AdminContext, form: PostedFields): Promise<{ readonly goTo: string }> {
  const id = form.text('trace');
  await stopTrace(admin, id);
  return { goTo: tracePath(id) };
}
