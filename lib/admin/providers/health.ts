import { z } from 'zod';
import { firstEventId } from '#lib/audit/event-id';
import { readFacts } from '#lib/explain/limited-facts';
import { type GroupsProblem, groupsProblems } from '#lib/federation/said-groups';
import { type UpstreamProblem, upstreamProblems } from '#lib/federation/upstream-error';
import { failureRuleName } from '#lib/protocol/rules/upstream';
import { storedJsonOr } from '#lib/vocabulary/stored';
import { dayMs } from '#lib/vocabulary/time';
import type { AdminContext } from '../admin-context';
import { listFailures, sampleEvents } from './provider-facts-store';

/** The sign-ins at a provider in the last 24 hours. */
export type ProviderHealth = {
  readonly succeeded: number;
  readonly failed: number;
  /** The last failure that the person did not choose. */
  readonly lastFailure: {
    readonly at: Date;
    readonly problem: UpstreamProblem;
    readonly reason: string | null;
    /** The reference of its explanation (see findExplanation()). */
    readonly reference: string;
  } | null;
  /** The last sign-in with claims that the account had no room for, and their names. */
  readonly leftOut: { readonly at: Date; readonly claims: readonly string[] } | null;
  /** The last sign-in whose groups were not all taken over, and why. */
  readonly groups: { readonly at: Date; readonly problem: GroupsProblem } | null;
};

type ProvidersHealth = {
  /** By the provider's name. A provider without sign-ins is missing. */
  readonly providers: ReadonlyMap<string, ProviderHealth>;
  /** There were too many to count, so the numbers are those of the newest. */
  readonly isSample: boolean;
};

/** The maximum number of sign-ins and of refusals to read, the newest first. */
export const sampleSize = 2000;

const problems = new Map(upstreamProblems.map((problem) => [failureRuleName(problem), problem]));
const lossSchema = z.object({ idp: z.string(), claims: z.array(z.string()) });
const incompleteSchema = z.object({ idp: z.string(), problem: z.enum(groupsProblems) });
const detailsSchema = z.object({ idp: z.string() }).catch({ idp: '' });

/** The sign-ins of the last 24 hours at every provider. It takes four statements with a limit. */
export async function readProvidersHealth({ db, now }: Pick<AdminContext, 'db' | 'now'>): Promise<ProvidersHealth> {
  const since = new Date(now.getTime() - dayMs);
  const from = firstEventId(since);
  const signIns = await sampleEvents(db, { type: 'sign_in.succeeded', from }, sampleSize + 1);
  const losses = await sampleEvents(db, { type: 'identity.claims_left_out', from }, sampleSize);
  const incomplete = await sampleEvents(db, { type: 'identity.groups_incomplete', from }, sampleSize);
  const refusals = await listFailures(db, since, sampleSize + 1);
  const providers = new Map<string, ProviderHealth>();
  const of = (name: string) => providers.get(name) ?? untried;
  for (const { details } of signIns.slice(0, sampleSize)) {
    const { idp } = storedJsonOr(detailsSchema, details, { idp: '' });
    providers.set(idp, { ...of(idp), succeeded: of(idp).succeeded + 1 });
  }
  for (const { rule, facts, reference, occurrences, lastSeenAt: at } of refusals.slice(0, sampleSize)) {
    const problem = problems.get(rule);
    if (problem === undefined) continue;
    const { name = '', reason = null } = readFacts(facts);
    const { failed, lastFailure } = of(name);
    // If a person cancels, the provider has no problem.
    const latest = lastFailure ?? (problem === 'cancelled' ? null : { at, problem, reason, reference });
    providers.set(name, { ...of(name), failed: failed + occurrences, lastFailure: latest });
  }
  for (const { details, at } of losses) {
    const { idp, claims } = storedJsonOr(lossSchema, details, { idp: '', claims: [] });
    providers.set(idp, { ...of(idp), leftOut: of(idp).leftOut ?? { at, claims } });
  }
  for (const { details, at } of incomplete) {
    const { idp, problem } = storedJsonOr(incompleteSchema, details, {
      idp: '',
      problem: 'groups_unreadable' as const,
    });
    providers.set(idp, { ...of(idp), groups: of(idp).groups ?? { at, problem } });
  }
  return { providers, isSample: signIns.length > sampleSize || refusals.length > sampleSize };
}

/** The providers that said too many groups since a time, in the newest sign-ins. */
export async function listOverflowing({ db }: Pick<AdminContext, 'db'>, since: Date): Promise<ReadonlySet<string>> {
  const asked = { type: 'identity.groups_incomplete', from: firstEventId(since) } as const;
  const told = (await sampleEvents(db, asked, sampleSize)).map(({ details }) =>
    storedJsonOr(incompleteSchema, details, { idp: '', problem: 'groups_unreadable' as const }),
  );
  return new Set(told.filter(({ problem }) => problem === 'groups_overage').map(({ idp }) => idp));
}

/** A provider without sign-ins. */
export const untried: ProviderHealth = { succeeded: 0, failed: 0, lastFailure: null, leftOut: null, groups: null };
