import { z } from 'zod';
import { recordEvents, walkEvents } from '#lib/audit/event-store';
import { exportLine, headLine } from '#lib/audit/seals/export-line';
import { sealEvents } from '#lib/audit/seals/seal-events';
import { findLastSeal } from '#lib/audit/seals/seal-store';
import { byCommandLine } from '#lib/config/authorship';
import { checkSecret } from '#lib/keys/check-secret';
import { CommandError, type RunCommand } from './command';
import { checkAuditLog, compareWithExport } from './doctor/check-audit';
import { printFindings } from './doctor/finding';
import { withDatabase } from './with-database';

/** Date.parse() would take February 31 for March 3. */
const time = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

export const auditExportCommand: RunCommand = async ({ options }, context) => {
  const before = readTime(options.before);
  const { actor } = byCommandLine;
  await withDatabase(context, 'write', async ({ db }, { secret }) => {
    let rows = 0;
    await checkSecret(db, secret);
    await sealEvents(db, secret, context.now);
    const head = await findLastSeal(db);
    for await (const { seal, ...event } of walkEvents(db, before)) {
      context.out(exportLine(event, seal));
      rows += 1;
    }
    context.out(headLine(head));
    const told = { rows, before: before?.toISOString() ?? null };
    await recordEvents(db, [{ type: 'audit.exported', outcome: 'success', actor, details: told }], context.now);
  });
  return 0;
};

function readTime(text: string | boolean | undefined): Date | null {
  if (typeof text !== 'string') return null;
  if (!time.safeParse(text).success) {
    throw new CommandError('--before: expected a time such as 2026-01-31T12:00:00Z, or a day (UTC) such as 2026-01-31');
  }
  return new Date(text);
}

export const verifyAudit: RunCommand = ({ options }, context) => {
  return withDatabase(context, 'read', async ({ db }, { secret }) => {
    const findings = [await checkAuditLog(db, secret, context.now)];
    if (typeof options.from === 'string') findings.push(await compareWithExport(db, options.from));
    return printFindings(findings, context.out);
  });
};
