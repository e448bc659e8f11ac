import { byCommandLine } from '#lib/config/authorship';
import { revokeRecorded } from '#lib/config/revoke-recorded';
import { rotateRecorded } from '#lib/config/rotate-recorded';
import { keyUse } from '#lib/keys/algorithms';
import { listKeys } from '#lib/keys/load-key-rings';
import { type Command, CommandError } from './command';
import { withDatabase } from './with-database';

export const keysListCommand: Command = {
  name: 'keys list',
  parameters: '',
  summary: 'list the keys',
  details: `Prints one line for each key, oldest first: key id, algorithm, phase (announced, active, retired or
expired), and when it was made, starts to sign, stops to sign and expires. Keys for RSA-OAEP-256 and
ECDH-ES open what clients encrypt.`,
  positionals: [0, 0],
  async run(_, context) {
    const keys = await withDatabase(context, ({ db }) => listKeys(db, context.now));
    for (const { kid, alg, phase, createdAt, activatesAt, retiresAt, expiresAt } of keys) {
      const dates = [createdAt, activatesAt, retiresAt, expiresAt].map((date) => date?.toISOString() ?? '-');
      context.out(`${[kid, alg.padEnd(5), phase.padEnd(9), ...dates].join('  ')}\n`);
    }
    return 0;
  },
};

export const keysRotateCommand: Command = {
  name: 'keys rotate',
  parameters: '',
  summary: 'replace the signing keys without an interruption',
  details: `Makes a new key for every algorithm in use. It is published at once and starts to sign once every cached key
set has it. The former key verifies until the last token that it signed has expired. Rotating again before the
new key signs changes nothing.`,
  positionals: [0, 0],
  async run(_, context) {
    const { now, out } = context;
    const rotations = await withDatabase(context, ({ db }, { secret }) =>
      rotateRecorded(db, { secret, now, by: byCommandLine }),
    );
    for (const { alg, kid, activatesAt, created } of rotations) {
      const begins = keyUse(alg) === 'enc' ? 'replaces the former one' : 'signs';
      out(
        `${alg}: ${created ? 'the new key' : 'already announced: the key'} ${kid} ${begins} from ${activatesAt.toISOString()}\n`,
      );
    }
    if (rotations.length === 0) out('there are no keys yet: start makes them\n');
    return 0;
  },
};

export const keysRevokeCommand: Command = {
  name: 'keys revoke',
  parameters: 'KID',
  summary: 'end a signing key that may have leaked, and replace it',
  details: `From the next second on, the key is in no key set, and nothing that it signed is accepted here. A key in use is
replaced at once. Applications accept what the key signed until they load the key set again, so restart them,
or wait until their copies have expired. keys list prints key ids.`,
  positionals: [1, 1],
  async run({ positionals: [kid = ''] }, context) {
    const { now, out } = context;
    const done = await withDatabase(context, ({ db }, { secret }) =>
      revokeRecorded(db, { kid, secret, now, by: byCommandLine }),
    );
    if (done === null) throw new CommandError('there is no such key, or it is already revoked');
    out(`${done.alg}: revoked ${done.kid}${done.replacement === null ? '' : `, replaced by ${done.replacement}`}\n`);
    return 0;
  },
};
