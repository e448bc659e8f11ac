import { z } from 'zod';
import type { Context } from '#lib/context';
import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { IdentityProvider } from '#lib/providers/provider';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { findAccount, toUpstreamProfile } from '../accounts';
import { mappedGroups, type SaidGroups } from '../said-groups';
import type { UpstreamIdentity } from '../upstream';
import { type UpstreamError, upstreamProblems } from '../upstream-error';

const decisions = ['sign_in', 'disabled', 'prove', 'create', 'complete', 'not_linked'] as const;
const values = z.record(z.string(), z.unknown());

/** A report, as it is sealed and shown. */
export const reportSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('passed'),
    issuer: z.string(),
    subject: z.string(),
    /** The provider's claims, without protocol claims. */
    claims: values,
    /** The claims that the account would get. */
    mapped: values,
    /** The claims that no account has room for. */
    left_out: z.array(z.string()),
    /** The groups here that the person would be in through this provider. Null if it maps none. */
    groups: z
      .object({
        claim: z.string(),
        names: z.array(z.string()),
        is_missing: z.boolean(),
        problem: z.enum(['groups_overage', 'groups_unreadable']).nullable(),
      })
      .nullable()
      .default(null),
    /** The result that a sign-in would have, and its username. */
    decision: z.enum(decisions),
    username: z.string().nullable(),
  }),
  z.object({ outcome: z.literal('failed'), problem: z.enum(upstreamProblems), reason: z.string() }),
]);

/** The result of a trial. It contains no token. */
export type TrialReport = z.infer<typeof reportSchema>;

/** Claims about the token, not about the person. */
const protocolClaims = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'sid', 'jti', 'rat', 'uti', 'aio', 'rh']);
const maximumClaims = 100;
const maximumCharacters = 1000;

/** Determines what a sign-in with this identity would do. Nothing is written. */
export async function reportSuccess(
  provider: IdentityProvider,
  upstream: UpstreamIdentity,
  { db, snapshot }: Pick<Context, 'db' | 'snapshot'>,
): Promise<TrialReport> {
  const newcomer = toUpstreamProfile(provider, upstream, { snapshot });
  const { decision, linked } = await findAccount(db, provider, newcomer);
  const claims = Object.entries(upstream.claims).filter(([name]) => !protocolClaims.has(name));
  return {
    outcome: 'passed',
    issuer: upstream.issuer,
    subject: upstream.subject,
    claims: Object.fromEntries(claims.slice(0, maximumClaims).map(([name, value]) => [name, shorten(value)])),
    mapped: newcomer.claims,
    left_out: [...(newcomer.leftOut ?? [])],
    groups: reportGroups(provider, newcomer.groups, snapshot),
    decision,
    username: linked?.user.username ?? newcomer.username,
  };
}

function reportGroups(
  { groupMapping: mapping }: IdentityProvider,
  said: SaidGroups | undefined,
  { groups }: Pick<Snapshot, 'groups'>,
) {
  if (mapping === null || said === undefined) return null;
  const { claim } = mapping;
  if ('problem' in said) return { claim, names: [], is_missing: false, problem: said.problem };
  const keys = mappedGroups(mapping, said.values);
  const names = [...groups.values()].filter(({ key }) => keys.has(key)).map(({ name }) => name);
  return { claim, names: names.toSorted(), is_missing: said.isMissing, problem: null };
}

export function reportFailure({ code, message }: UpstreamError): TrialReport {
  return { outcome: 'failed', problem: code, reason: message.slice(0, maximumCharacters) };
}

function shorten(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  return text.length > maximumCharacters ? `${text.slice(0, maximumCharacters)}…` : value;
}

export function sealTrialReport(report: TrialReport, hash: string, { settings }: Context): string {
  return seal(sealingKey(settings.secret), JSON.stringify(report), rowAad('UpstreamSignIn', 'identity', hash));
}

/** @throws SealError if the row was not sealed here */
export function openTrialReport(sealed: string, hash: string, { settings }: Pick<Context, 'settings'>): TrialReport {
  const text = open(sealingKey(settings.secret), sealed, rowAad('UpstreamSignIn', 'identity', hash));
  return reportSchema.parse(JSON.parse(text.toString()));
}
