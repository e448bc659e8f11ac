import type { AuditEventType, NewAuditEvent } from '#lib/audit/event';
import { recordEvents } from '#lib/audit/event-store';
import { type RegisteredFlows, registeredFlows } from '#lib/clients/flows';
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
import { CommandError, type CommandInput, type RunCommand } from './command';
import { withDatabase } from './with-database';

export const most = { uses: 1_000_000, days: 3650 } as const;
export const usual = { uses: 1, days: 7 } as const;
const longestDescription = 200;

export const addToken: RunCommand = async ({ options }, context) => {
  const { now, out } = context;
  const remainingUses = readNumber(options, 'uses', usual.uses, most.uses);
  const days = readNumber(options, 'expires', usual.days, most.days);
  const flows = readFlows(options.flows);
  const description = readDescription(options.description);
  const expiresAt = new Date(now.getTime() + days * dayMs);
  const token = await withDatabase(context, 'write', ({ db }) =>
    transaction(db, async (tx) => {
      const created = await createInitialToken(tx, { description, remainingUses, flows, expiresAt }, now);
      const limits = { uses: remainingUses, flows, expires_at: expiresAt.toISOString() };
      const event = told('registration_token.created', idOfToken(created), description, limits);
      await recordEvents(tx, [event], now);
      return created;
    }),
  );
  out(`${token}\n`);
  return 0;
};

export const listTokens: RunCommand = async (_, context) => {
  const tokens = await withDatabase(context, 'read', ({ db }) => listInitialTokens(db, context.now));
  for (const token of tokens) context.out(`${describe(token)}\n`);
  return 0;
};

export const revokeToken: RunCommand = async ({ positionals: [id = ''] }, context) => {
  const isDeleted = await withDatabase(context, 'write', ({ db }) =>
    transaction(db, (tx) => revoke(tx, id, context.now)),
  );
  if (!isDeleted) throw new CommandError(`registration token ${id} does not exist`);
  context.out(`revoked registration token ${id}\n`);
  return 0;
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

function describe({ id, remainingUses, flows, createdAt, expiresAt, description }: InitialAccessToken): string {
  const uses = remainingUses === null ? '-' : String(remainingUses);
  return [id, uses, flows, createdAt.toISOString(), expiresAt?.toISOString() ?? '-', description ?? '']
    .join('  ')
    .trimEnd();
}

function readNumber(options: CommandInput['options'], name: string, otherwise: number, maximum: number): number {
  const given = options[name];
  if (given === undefined) return otherwise;
  const number = /^[1-9]\d{0,6}$/.test(String(given)) ? Number(given) : 0;
  if (number < 1 || number > maximum) throw new CommandError(`--${name}: expected a number from 1 to ${maximum}`);
  return number;
}

function readFlows(given: string | boolean | undefined): RegisteredFlows {
  const found = registeredFlows.find((flows) => flows === (given ?? 'code'));
  if (found === undefined) throw new CommandError(`--flows: expected ${registeredFlows.join(' or ')}`);
  return found;
}

function readDescription(given: string | boolean | undefined): string | null {
  if (typeof given !== 'string') return null;
  if (given.length > longestDescription || /\p{Cc}/u.test(given)) {
    throw new CommandError(`--description: expected one line of at most ${longestDescription} characters`);
  }
  return given;
}
