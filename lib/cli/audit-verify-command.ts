import type { RunCommand } from './command';
import { checkAuditLog, compareWithExport } from './doctor/check-audit';
import { tellFindings } from './doctor/finding';
import { withDatabase } from './with-database';

export const verifyAudit: RunCommand = ({ options }, context) => {
  return withDatabase(context, 'read', async ({ db }, { secret }) => {
    const findings = [await checkAuditLog(db, secret, context.now)];
    if (typeof options.from === 'string') findings.push(await compareWithExport(db, options.from));
    return tellFindings(findings, context.out);
  });
};
