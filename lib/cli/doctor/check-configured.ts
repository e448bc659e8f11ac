import type { Check } from '#lib/admin/checks/check';
import { listDismissals } from '#lib/admin/checks/dismissal-store';
import { readStoredChecks } from '#lib/admin/checks/read-checks';
import { splitDismissed } from '#lib/admin/checks/split-dismissed';
import type { Database } from '#lib/db/database';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { Settings } from '#lib/settings/settings';
import { printable } from '../explain/printable';
import { checkAccounts } from './check-accounts';
import { type Finding, healthy } from './finding';
import { findFormerTenants } from './former-tenants';

/** Checks the configuration rule by rule. Only an error makes the installation unhealthy. */
export async function* checkConfigured(db: Database, settings: Settings, now: Date): AsyncGenerator<Finding> {
  const checks = await readStoredChecks({ db, settings, now });
  const { open, dismissed } = splitDismissed(checks, await listDismissals(db, now));
  if (open.length === 0) yield healthy('configuration', 'every check passed');
  if (dismissed.length > 0) yield healthy('dismissed', `${dismissed.length} findings in the administration`);
  for (const check of open) yield toFinding(check);
  yield* checkAccounts(db);
  yield* findFormerTenants(db);
}

function toFinding({ rule, severity, object, detail }: Check): Finding {
  const [title, advice] = adminTexts.checks.rules[rule];
  const name = object.name === null || object.name === object.id ? object.id : `${object.id} (${object.name})`;
  const place = printable(detail === null ? name : `${name}, ${detail}`);
  return { subject: `${severity}: ${title}`, ok: severity !== 'error', message: `${object.kind} ${place}`, advice };
}
