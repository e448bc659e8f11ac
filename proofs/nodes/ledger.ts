import { askToken, isActive, Refused, type Target } from './requests';

/** The operations that a server acknowledged and must not lose. Requests without an answer are not in the ledger. */
export type Ledger = {
  /** Reference tokens, and whether a revocation or sign-out ended them. */
  readonly tokens: Map<string, 'active' | 'ended'>;
  /** The newest refresh token of each chain. */
  readonly chains: Set<string>;
  /** The form fields of redeemed codes. */
  readonly codes: Set<Record<string, string>>;
};

export function createLedger(): Ledger {
  return { tokens: new Map(), chains: new Set(), codes: new Set() };
}

/** The acknowledged operations that a server lost, by kind. */
export type Lost = {
  readonly issued: string[];
  readonly ended: string[];
  readonly refreshed: string[];
  readonly redeemed: string[];
};

const atOnce = 8;

/** Compares a ledger with a server. This uses up the refresh tokens and ends the grants of the codes. */
export async function findLost(target: Target, { tokens, chains, codes }: Ledger): Promise<Lost> {
  const lost: Lost = { issued: [], ended: [], refreshed: [], redeemed: [] };
  await inTurns([...tokens], async ([token, state]) => {
    if ((await isActive(target, token)) === (state === 'active')) return;
    if (state === 'active') lost.issued.push('an issued token is inactive');
    else lost.ended.push('an ended token is active');
  });
  const works = (id: string, fields: Record<string, string>) =>
    askToken(target, id, fields).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refused && error.status === 400) return false;
        throw error;
      },
    );
  await inTurns([...chains], async (token) => {
    const isKnown = await works('web', { grant_type: 'refresh_token', refresh_token: token });
    if (!isKnown) lost.refreshed.push('the newest refresh token of a chain is refused');
  });
  await inTurns([...codes], async (fields) => {
    if (await works('web', fields)) lost.redeemed.push('a redeemed code is redeemed once more');
  });
  return lost;
}

/** The size of a ledger in words. */
export function countLedger({ tokens, chains, codes }: Ledger): string {
  const ended = [...tokens.values()].filter((state) => state === 'ended').length;
  return `${tokens.size - ended} tokens, ${ended} ended, ${chains.size} refreshed, ${codes.size} codes`;
}

export function countLost({ issued, ended, refreshed, redeemed }: Lost): number {
  return issued.length + ended.length + refreshed.length + redeemed.length;
}

async function inTurns<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const next = async () => {
    for (let item = items.pop(); item !== undefined; item = items.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}
