import { byCommandLine } from '#lib/config/authorship';
import { rotateSecret } from '#lib/config/rotate-secret';
import type { Command } from './command';
import { withDatabase } from './with-database';

const mostPlaces = 10;

export const secretRotateCommand: Command = {
  name: 'secret rotate',
  parameters: '',
  summary: 'seal anew what a former SIGNET_SECRET sealed',
  details: `Seals under SIGNET_SECRET whatever was sealed under a secret of SIGNET_SECRET_PREVIOUS, and begins a new key
of the audit log. Run it once every node has the new secret; it may be run again, and beside running nodes.
docs/operations.md has the whole procedure.`,
  positionals: [0, 0],
  async run(_, context) {
    const { now, out, err } = context;
    const done = await withDatabase(context, ({ db }, { secret }) =>
      rotateSecret(db, { secret, now, by: byCommandLine }),
    );
    out(`sealed ${done.values} ${done.values === 1 ? 'value' : 'values'} anew under the secret ${done.keyId}\n`);
    if (done.unreadable.length > 0) {
      err(`signet: ${done.unreadable.length} values open under no listed secret; nothing was ended`);
      for (const place of done.unreadable.slice(0, mostPlaces)) err(`signet: ${place}`);
      return 1;
    }
    if (done.keepUntil !== null) {
      out(`keep the former secret in SIGNET_SECRET_PREVIOUS until ${done.keepUntil.toISOString()}\n`);
    }
    return 0;
  },
};
