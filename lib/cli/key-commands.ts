import { byCommandLine } from '#lib/config/authorship';
import { revokeRecorded } from '#lib/config/revoke-recorded';
import { rotateRecorded } from '#lib/config/rotate-recorded';
import { rotateSecret } from '#lib/config/rotate-secret';
import { keyUse } from '#lib/keys/algorithms';
import { listKeys } from '#lib/keys/load-key-rings';
import { CommandError, type RunCommand } from './command';
import { withDatabase } from './with-database';

export const printKeys: RunCommand = async (_, context) => {
  const keys = await withDatabase(context, 'read', ({ db }) => listKeys(db, context.now));
  for (const { kid, alg, phase, createdAt, activatesAt, retiresAt, expiresAt } of keys) {
    const dates = [createdAt, activatesAt, retiresAt, expiresAt].map((date) => date?.toISOString() ?? '-');
    context.out(`${[kid, alg.padEnd(5), phase.padEnd(9), ...dates].join('  ')}\n`);
  }
  return 0;
};

export const keysRotateCommand: RunCommand = async (_, context) => {
  const { now, out } = context;
  const rotations = await withDatabase(context, 'write', ({ db }, { secret }) =>
    rotateRecorded(db, { secret, now, by: byCommandLine }),
  );
  for (const { alg, kid, activatesAt, created } of rotations) {
    const begins = keyUse(alg) === 'enc' ? 'replaces the previous key' : 'signs';
    out(
      `${alg}: ${created ? 'new key' : 'key already announced:'} ${kid} ${begins} from ${activatesAt.toISOString()}\n`,
    );
  }
  if (rotations.length === 0) out('no keys yet: the first start creates them\n');
  return 0;
};

export const keysRevokeCommand: RunCommand = async ({ positionals: [kid = ''] }, context) => {
  const { now, out } = context;
  const done = await withDatabase(context, 'write', ({ db }, { secret }) =>
    revokeRecorded(db, { kid, secret, now, by: byCommandLine }),
  );
  if (done === null) throw new CommandError('this key does not exist or is already revoked');
  out(`${done.alg}: revoked ${done.kid}${done.replacement === null ? '' : `, replaced by ${done.replacement}`}\n`);
  return 0;
};

const mostPlaces = 10;

export const rotateSealed: RunCommand = async (_, context) => {
  const { now, out, err } = context;
  const done = await withDatabase(context, 'write', ({ db }, { secret }) =>
    rotateSecret(db, { secret, now, by: byCommandLine }),
  );
  out(`encrypted ${done.values} ${done.values === 1 ? 'value' : 'values'} again with the secret ${done.keyId}\n`);
  if (done.unreadable.length > 0) {
    err(
      `signet: no secret in the settings decrypts these values (${done.unreadable.length}); keep the previous secrets`,
    );
    for (const place of done.unreadable.slice(0, mostPlaces)) err(`signet: ${place}`);
    return 1;
  }
  if (done.keepUntil !== null) {
    out(`keep the previous secret in SIGNET_SECRET_PREVIOUS until ${done.keepUntil.toISOString()}\n`);
  }
  return 0;
};
