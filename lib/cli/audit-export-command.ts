import { recordEvents, walkEvents } from '#lib/audit/store';
import { byCommandLine } from '#lib/config/authorship';
import { type Command, CommandError } from './command';
import { withDatabase } from './with-database';

export const auditExportCommand: Command = {
  name: 'audit export',
  parameters: '[--before TIME]',
  summary: 'print the audit log, one JSON object a line',
  details: `Prints every event, the oldest first, to keep it longer than the server does: see
portal.audit_retention_days. That somebody took them along is an event itself.

  --before TIME   only what happened before, for example 2026-01-31 or 2026-01-31T12:00:00Z`,
  positionals: [0, 0],
  options: { before: { type: 'string' } },
  async run({ options }, surroundings) {
    const before = readTime(options.before);
    const { actor } = byCommandLine;
    await withDatabase(surroundings, async ({ db }) => {
      let rows = 0;
      for await (const { details, ...event } of walkEvents(db, before)) {
        surroundings.out(`${JSON.stringify({ ...event, details: JSON.parse(details) })}\n`);
        rows += 1;
      }
      const told = { rows, before: before?.toISOString() ?? null };
      await recordEvents(db, [{ type: 'audit.exported', outcome: 'success', actor, details: told }], surroundings.now);
    });
    return 0;
  },
};

function readTime(text: string | boolean | undefined): Date | null {
  if (typeof text !== 'string') return null;
  const milliseconds = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(milliseconds)) throw new CommandError('--before: expected a time such as 2026-01-31T12:00:00Z');
  return new Date(milliseconds);
}
