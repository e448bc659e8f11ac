import type { Dialect } from '#lib/db/statement';
import { processPerson } from '../../e2e/processes/configuration';
import type { Promised } from '../promises';
import { findBroken, findBrokenChain, findClear, queryCount } from './invariants';
import { type Kill, killsOf, nowhere } from './kills';
import { createLedger, findLost, findUnverifiable, type Ledger } from './ledger';
import { createLoad, type Load } from './load';
import { type CrashPlace, openPlace } from './place';

const clients = 6;

type Run = {
  readonly place: CrashPlace;
  readonly ledger: Ledger;
  readonly load: Load;
  readonly random: () => number;
  /** Violations of the promises that must hold after every recovery. */
  readonly broken: { readonly ledger: string[]; readonly invariants: string[]; readonly keys: string[] };
};

/** The results of one kind of kill. */
type Tally = { readonly kill: Kill; times: number; readonly where: Set<string>; readonly broken: string[] };

/** Kills the server or its database `kills` times under load, and checks the promises after each recovery. */
export async function crash(dialect: Dialect, kills: number, random: () => number): Promise<Promised[]> {
  const place = await openPlace(dialect);
  const ledger = createLedger();
  const load = createLoad({ issuer: place.issuer, ledger, clients, random });
  const run: Run = { place, ledger, load, random, broken: { ledger: [], invariants: [], keys: [] } };
  const tallies = killsOf[dialect].map((kill): Tally => ({ kill, times: 0, where: new Set(), broken: [] }));
  const struck = () => tallies.reduce((sum, { times }) => sum + times, 0);
  for (let number = 0; struck() < kills && number < 2 * kills; number += 1) {
    await killOnce(run, chooseFor(tallies, number));
  }
  const clear = await place.look((open) => findClear(open, secretsOf(ledger), place.logged()));
  await place.stop();
  return [
    ...tallies.map(({ kill, times, where, broken }) => ({
      promise: `${dialect}: ${kill.promise}`,
      tried: `${times} kills${where.size > 1 ? ` at ${where.size} places` : ''}`,
      broken,
    })),
    {
      promise: `${dialect}: No client gets a wrong answer or 500`,
      tried: `${ledger.acknowledged} operations acknowledged`,
      broken: ledger.wrongAnswers,
    },
    {
      promise: `${dialect}: Everything acknowledged survives every recovery, with its events and counters`,
      tried: `${ledger.codes.length} codes, ${ledger.families.length} families, ${ledger.sessions.length} sessions`,
      broken: run.broken.ledger,
    },
    {
      promise: `${dialect}: The invariants hold after every recovery (security §2.3)`,
      tried: `${struck()} × ${queryCount} queries and the audit log`,
      broken: run.broken.invariants,
    },
    {
      promise: `${dialect}: Published keys verify what was signed before the kill`,
      tried: `${struck()} × the newest tokens`,
      broken: run.broken.keys,
    },
    {
      promise: `${dialect}: No password, code or token is in the tables or the log`,
      tried: `${secretsOf(ledger).length} secrets`,
      broken: clear,
    },
  ];
}

/** Distributes the kinds over the kills by their shares. */
function chooseFor(tallies: readonly Tally[], number: number): Tally {
  const order = tallies.flatMap((tally) => Array.from({ length: tally.kill.share }, () => tally));
  const chosen = order[(number * 7) % order.length];
  if (chosen === undefined) throw new Error('there are no kills');
  return chosen;
}

async function killOnce(run: Run, tally: Tally): Promise<void> {
  const { place, ledger, load, random } = run;
  const answers = ledger.wrongAnswers.length;
  place.arm(nowhere);
  load.start();
  await load.acknowledged(3 + Math.floor(random() * 20), died(place));
  const struck = await tally.kill.strike(place, random);
  if (struck !== null) {
    tally.times += 1;
    tally.where.add(struck);
  }
  // A surviving server must serve again without a restart once the broken connections have ended.
  if (place.isRunning()) await place.recovered();
  if (place.isRunning()) await load.acknowledged(5, died(place));
  await load.stop();
  if (!place.isRunning()) {
    if (tally.kill.spares) tally.broken.push(`${struck ?? 'no kill'}: the server ended by itself`);
    tally.kill.before?.(place);
    await place.restart();
  }
  await place.recovered();
  const found = await place.look(async (open) => ({
    lost: await findLost(ledger, open.db),
    broken: [...(await findBroken(open)), ...(await findBrokenChain(open))],
  }));
  const at = (lines: readonly string[]) => lines.map((line) => `${struck ?? 'no kill'}: ${line}`);
  run.broken.ledger.push(...at(found.lost));
  run.broken.invariants.push(...at(found.broken));
  run.broken.keys.push(...at(await findUnverifiable(ledger, place.issuer)));
  tally.broken.push(...at([...found.lost, ...found.broken, ...ledger.wrongAnswers.slice(answers)]));
  forgetWrong(run);
  process.stdout.write('.');
}

/** Forgets the losses that were reported, so that later checks do not report them again. */
function forgetWrong({ ledger, broken }: Run): void {
  if (broken.ledger.length === 0) return;
  for (const one of [...ledger.codes, ...ledger.families, ...ledger.sessions]) one.state = 'unknown';
}

async function died(place: CrashPlace): Promise<void> {
  while (place.isRunning()) await new Promise((resolve) => setTimeout(resolve, 20));
}

function secretsOf({ codes, families }: Ledger): string[] {
  const tokens = families.flatMap(({ leaf, former, accessToken }) => [leaf, ...former, accessToken]);
  return [processPerson.password, ...codes.map(({ code }) => code), ...tokens];
}
