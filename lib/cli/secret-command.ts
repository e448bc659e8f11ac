import { byCommandLine } from '#lib/config/authorship';
import { rotateSecret } from '#lib/config/rotate-secret';
import type { RunCommand } from './command';
import { withDatabase } from './with-database';

const mostPlaces = 10;

export const rotateSealed: RunCommand = async (_, context) => {
  const { now, out, err } = context;
  const done = await withDatabase(context, 'write', ({ db }, { secret }) =>
    rotateSecret(db, { secret, now, by: byCommandLine }),
  );
  out(`sealed ${done.values} ${done.values === 1 ? 'value' : 'values'} again under the secret ${done.keyId}\n`);
  if (done.unreadable.length > 0) {
    err(`signet: no listed secret opens these ${done.unreadable.length}; the former secrets stay in use`);
    for (const place of done.unreadable.slice(0, mostPlaces)) err(`signet: ${place}`);
    return 1;
  }
  if (done.keepUntil !== null) {
    out(`keep the former secret in SIGNET_SECRET_PREVIOUS until ${done.keepUntil.toISOString()}\n`);
  }
  return 0;
};
