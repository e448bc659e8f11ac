import { entryVersion } from '#lib/config/entry-version';
import { wirePortal } from '#lib/config/portal';
import type { Portal } from '#lib/tenants/tenant';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { AdminContext } from '../admin-context';
import { AdminError, type FieldProblem } from '../admin-error';
import { saveEntries } from '../configuration/save-entries';
import { expectedDuration, readDuration } from '../duration';
import type { PostedFields } from '../read-form';

/** The portal's own settings, and the version an editor has to give back. */
export type PortalFacts = { readonly portal: Portal; readonly version: string };

export function readPortal({ snapshot }: Pick<AdminContext, 'snapshot'>): PortalFacts {
  return { portal: snapshot.portal, version: entryVersion(wirePortal(snapshot.portal)) };
}

const durations = ['session_idle_seconds', 'session_absolute_seconds', 'remember_seconds'] as const;
const retention = 'audit_retention_days';
const choices = ['login', 'registration', 'dynamic_registration', 'legacy_flows'] as const;

/** The section as the form of the settings page says it. @throws AdminError `invalid` for what is no duration */
export function readPortalForm(form: PostedFields): Wire {
  const seconds = durations.map((name) => [name, readDuration(form.text(name))] as const);
  const days = form.text(retention).trim();
  const problems = [
    ...seconds.flatMap(([name, value]) => (typeof value === 'number' ? [] : [problem(name, expectedDuration)])),
    ...(/^\d{0,9}$/.test(days) ? [] : [problem(retention, 'expected a whole number of days, or nothing')]),
  ];
  const [first] = problems;
  if (first !== undefined) throw new AdminError('invalid', first.message, problems);
  return Object.fromEntries([
    ...seconds,
    ...choices.map((name) => [name, form.text(name)]),
    [retention, days === '' ? null : Number(days)],
  ]);
}

function problem(field: string, message: string): FieldProblem {
  return { field, code: 'number', message };
}

/** Saves the portal's own settings. @throws AdminError `invalid` with the fields, `changed_meanwhile` */
export async function savePortalSettings(
  admin: AdminContext,
  { entry, version, reason }: { readonly entry: Wire; readonly version: string; readonly reason: string | null },
): Promise<void> {
  await saveEntries(admin, [{ section: 'portal', key: '', entry, expected: version }], reason);
}
