import type { AuditEventType, NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import {
  createInitialToken,
  deleteInitialToken,
  type InitialAccessToken,
  idOfToken,
  listInitialTokens,
} from '#lib/clients/registration/initial-token-store';
import { byCommandLine } from '#lib/config/authorship';
import type { Transaction } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { dayMs } from '#lib/vocabulary/time';
import { type Command, CommandError, type CommandInput } from './command';
import { withDatabase } from './with-database';

const most = { uses: 1_000_000, days: 3650 } as const;
const usual = { uses: 1, days: 7 } as const;
const longestDescription = 200;

export const registrationTokenAddCommand: Command = {
  name: 'registration-token add',
  parameters: '[--uses N] [--expires DAYS] [--description TEXT]',
  summary: 'make a token with which applications register themselves',
  details: `Prints an initial access token (RFC 7591) for portal.dynamic_registration: token. It is shown once.
A client that registers with it is trusted like one of the configuration file.

  --uses N             how many clients it may register, 1 to ${most.uses} (${usual.uses})
  --expires DAYS       how many days it works, 1 to ${most.days} (${usual.days})
  --description TEXT   whom it is for, shown by registration-token list`,
  positionals: [0, 0],
  options: { uses: { type: 'string' }, expires: { type: 'string' }, description: { type: 'string' } },
  async run({ options }, context) {
    const { now, out } = context;
    const remainingUses = readNumber(options, 'uses', usual.uses, most.uses);
    const days = readNumber(options, 'expires', usual.days, most.days);
    const description = readDescription(options.description);
    const expiresAt = new Date(now.getTime() + days * dayMs);
    const token = await withDatabase(context, ({ db }) =>
      transaction(db, async (tx) => {
        const created = await createInitialToken(tx, { description, remainingUses, expiresAt }, now);
        const limits = { uses: remainingUses, expires_at: expiresAt.toISOString() };
        const event = told('registration_token.created', idOfToken(created), description, limits);
        await recordEvents(tx, [event], now);
        return created;
      }),
    );
    out(`${token}\n`);
    return 0;
  },
};

export const registrationTokenListCommand: Command = {
  name: 'registration-token list',
  parameters: '',
  summary: 'list these tokens',
  details: `Prints one line for each token that has not expired, oldest first: id, uses that are left, when it was made,
when it expires, description. The token itself cannot be shown again.`,
  positionals: [0, 0],
  async run(_, context) {
    const tokens = await withDatabase(context, ({ db }) => listInitialTokens(db, context.now));
    for (const token of tokens) context.out(`${describe(token)}\n`);
    return 0;
  },
};

export const registrationTokenRevokeCommand: Command = {
  name: 'registration-token revoke',
  parameters: 'ID',
  summary: 'revoke such a token',
  details: 'ID is the one that registration-token list shows. Clients that registered with the token stay.',
  positionals: [1, 1],
  async run({ positionals: [id = ''] }, context) {
    const isDeleted = await withDatabase(context, ({ db }) => transaction(db, (tx) => revoke(tx, id, context.now)));
    if (!isDeleted) throw new CommandError(`there is no registration token ${id}`);
    context.out(`revoked the registration token ${id}\n`);
    return 0;
  },
};

async function revoke(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const token = (await listInitialTokens(tx, now)).find((one) => one.id === id);
  if (!(await deleteInitialToken(tx, id))) return false;
  await recordEvents(tx, [told('registration_token.revoked', id, token?.description ?? null)], now);
  return true;
}

/** The audit event of this command. */
function told(
  type: AuditEventType,
  id: string,
  name: string | null,
  details: NewAuditEvent['details'] = {},
): NewAuditEvent {
  const target = { kind: 'registration_token', id, name };
  return { type, outcome: 'success', actor: byCommandLine.actor, target, details };
}

function describe({ id, remainingUses, createdAt, expiresAt, description }: InitialAccessToken): string {
  const uses = remainingUses === null ? '-' : String(remainingUses);
  return [id, uses, createdAt.toISOString(), expiresAt?.toISOString() ?? '-', description ?? ''].join('  ').trimEnd();
}

function readNumber(options: CommandInput['options'], name: string, otherwise: number, maximum: number): number {
  const given = options[name];
  if (given === undefined) return otherwise;
  const number = /^[1-9]\d{0,6}$/.test(String(given)) ? Number(given) : 0;
  if (number < 1 || number > maximum) throw new CommandError(`--${name}: expected a number from 1 to ${maximum}`);
  return number;
}

function readDescription(given: string | boolean | undefined): string | null {
  if (typeof given !== 'string') return null;
  if (given.length > longestDescription || /\p{Cc}/u.test(given)) {
    throw new CommandError(`--description: expected one line of at most ${longestDescription} characters`);
  }
  return given;
}
