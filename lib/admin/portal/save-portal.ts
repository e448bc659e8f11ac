import { entryVersion } from '#lib/config/entry-version';
import { type Wire, wirePortal } from '#lib/config/wire';
import type { Portal } from '#lib/tenants/tenant';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { saveEntries } from '../configuration/save-entries';
import type { ActionForm } from '../read-form';

/** The portal's own settings, and the version an editor has to give back. */
export type PortalFacts = { readonly portal: Portal; readonly version: string };

export function readPortal({ snapshot }: Pick<AdminContext, 'snapshot'>): PortalFacts {
  return { portal: snapshot.portal, version: entryVersion(wirePortal(snapshot.portal)) };
}

const durations = ['session_idle_seconds', 'session_absolute_seconds', 'remember_seconds'] as const;
const choices = ['login', 'registration', 'dynamic_registration'] as const;

/** The section as the form of the settings page says it. @throws AdminError `invalid` for what is no number */
export function readPortalForm(form: ActionForm): Wire {
  const problems = durations.filter((name) => !/^\d{1,9}$/.test(form.text(name)));
  if (problems.length > 0) {
    const message = 'expected a whole number of seconds';
    throw new AdminError(
      'invalid',
      message,
      problems.map((field) => ({ field, code: 'seconds', message })),
    );
  }
  return Object.fromEntries([
    ...durations.map((name) => [name, Number(form.text(name))]),
    ...choices.map((name) => [name, form.text(name)]),
  ]);
}

/** Saves the portal's own settings. @throws AdminError `invalid` with the fields, `changed_meanwhile` */
export async function savePortalSettings(
  admin: AdminContext,
  { entry, version, reason }: { readonly entry: Wire; readonly version: string; readonly reason: string | null },
): Promise<void> {
  await saveEntries(admin, [{ section: 'portal', key: '', entry, expected: version }], reason);
}
