import type { Command } from './command';
import { checkAuditLog, compareWithExport } from './doctor/check-audit';
import { tellFindings } from './doctor/finding';
import { withDatabase } from './with-database';

export const auditVerifyCommand: Command = {
  name: 'audit verify',
  parameters: '[--from FILE]',
  summary: 'check that the audit log is as it was recorded',
  details: `Recomputes the hash chain over the audit log. The exit code is 1 if it is not whole.

  --from FILE   also compare the log with FILE, which audit export wrote. This finds what was changed or cut off since
                then, even by somebody who knows the key of the chain`,
  positionals: [0, 0],
  options: { from: { type: 'string' } },
  run({ options }, context) {
    return withDatabase(context, async ({ db }, { secret }) => {
      const findings = [await checkAuditLog(db, secret, context.now)];
      if (typeof options.from === 'string') findings.push(await compareWithExport(db, options.from));
      return tellFindings(findings, context.out);
    });
  },
};
