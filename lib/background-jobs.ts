import { expireRequests } from '#lib/access-requests/expire-requests';
import { requestJob, tellApprovers } from '#lib/access-requests/tell-approvers';
import { sweepUnproved } from '#lib/account/deletion/sweep-unproved';
import { refreshChecks } from '#lib/admin/checks/current-checks';
import { purgeEvents } from '#lib/audit/retention/purge-events';
import { createSealer } from '#lib/audit/seals/seal-events';
import { writeUses } from '#lib/clients/usage/use-store';
import { continueRemovals } from '#lib/config/continue-removals';
import { continueLargeChange } from '#lib/config/large-change';
import type { Context } from '#lib/context';
import type { OpenDatabase } from '#lib/db/open-database';
import { continueRevocations } from '#lib/db/revoke-grants';
import { sweepExpired } from '#lib/db/sweep';
import type { RequestPlace } from '#lib/explain/refusal';
import type { ExplanationWriter } from '#lib/explain/writer';
import { endAssignments, forgetRoles } from '#lib/groups/end-assignments';
import { endMemberships, forgetGroups } from '#lib/groups/end-memberships';
import { readClock } from '#lib/http/clock';
import { type Job, wakeJob } from '#lib/jobs/start-jobs';
import type { ProcessLog } from '#lib/log/log';
import { deliverDueMails, measureOutbox } from '#lib/mail/deliver-mails';
import { mailTransport } from '#lib/mail/mail';
import { mailJob } from '#lib/mail/queue-mail';
import { accessNoticeJob, deliverDueNotices, noticeJob } from '#lib/protocol/back-channel/deliver-notices';
import { tellLostAccess } from '#lib/protocol/back-channel/tell-lost-access';
import { refreshLogos } from '#lib/protocol/client-logos/refresh-logos';
import { notifyApprovals } from '#lib/protocol/documents/notify-approvals';
import { endAgents } from '#lib/protocol/registration/end-agents';
import { sweepRegistrations } from '#lib/protocol/registration/sweep-registrations';
import type { Settings } from '#lib/settings/settings';
import { confirmSnapshot, getSnapshot } from '#lib/snapshot/current';
import { lookOf } from '#lib/tenants/look';
import { mailLook } from '#lib/tenants/mail-look';
import { saveCounts } from '#lib/tokens/issued/issued-store';
import { issuedTokens } from '#lib/tokens/issued/tally';
import { writeScopeUses } from '#lib/tokens/scope-uses/scope-use-store';
import type { TraceRecorder } from '#lib/trace/recorder';
import { countEvents, purgeUsage } from '#lib/usage/count-events';
import { writeTally } from '#lib/usage/use-tally';
import { fillTenantWords, fillUserWords } from '#lib/users/user-word-store';

type Parts = {
  readonly settings: Settings;
  readonly database: OpenDatabase;
  readonly log: ProcessLog;
  readonly explanations: ExplanationWriter;
  readonly traces: TraceRecorder;
  readonly createContext: (requestId: string, place: RequestPlace) => Context | Promise<Context>;
};

const second = 1_000;
const minute = 60 * second;

/**
 * The background jobs of a serving process. A job with `runsIn: 'one'` also works if two processes run it at the same
 * time. Its lease only saves work and does not protect the data.
 */
export function backgroundJobs({ settings, database, log, explanations, traces, createContext }: Parts): Job[] {
  const { db } = database;
  const { secret } = settings;
  /** The context for a job that works like a request. It has no limits. */
  const contextOf = async (job: string) => createContext(job, { endpoint: job, clientAddress: '' });
  const purgeAudit = async (signal: AbortSignal) => {
    const { auditRetentionDays: days } = (await getSnapshot(readClock())).portal;
    if (days === null) return;
    await purgeEvents(db, { days, secret, now: readClock(), signal });
    await purgeUsage(db, days, readClock(), signal);
  };
  const fetchLogos = async (signal: AbortSignal) => {
    const context = await contextOf('client-logos');
    await refreshLogos(context.snapshot.clients.values(), { ...context, signal });
  };
  const lookAtConfiguration = async () => refreshChecks(await contextOf('checks'));
  const countTokens = () => writeTally(issuedTokens(), (counted) => saveCounts(db, counted));
  // Without mail, nobody can verify an address.
  const sweepAccounts = async (signal: AbortSignal) => {
    if (mailTransport(settings) === 'none') return;
    if ((await sweepUnproved(db, readClock(), signal)) > 0) wakeJob(noticeJob);
  };
  const sweepAgents = async (signal: AbortSignal) => {
    const { unusedDays } = (await getSnapshot(readClock())).portal.agents;
    await sweepRegistrations(db, { now: readClock(), unusedDays, signal });
  };
  const mailApprovals = async () => {
    if ((await notifyApprovals(db, { secret, now: readClock() })) > 0) wakeJob(mailJob);
  };
  const mailRequests = async (signal: AbortSignal) => {
    if ((await tellApprovers(await contextOf(requestJob), signal)) > 0) wakeJob(mailJob);
  };
  const deliverMails = (signal: AbortSignal) =>
    deliverDueMails({ db, settings, log: log.logger, lookOf: lookOfTenant, clock: readClock }, signal);
  const watchDatabaseFile = async () => {
    try {
      db.prepared.verifyWritable();
    } catch (error) {
      log.logger.error({ err: error }, 'the database cannot be written');
    }
  };
  return [
    { name: 'database-file', everyMs: 10 * second, runsIn: 'each', run: watchDatabaseFile },
    { name: 'configuration', everyMs: second, runsIn: 'each', run: () => confirmSnapshot(readClock()) },
    { name: 'checks', everyMs: second, runsIn: 'each', run: lookAtConfiguration },
    { name: 'explanations', everyMs: second, runsIn: 'each', run: explanations.flush, lastRun: true },
    { name: 'traces', everyMs: second, runsIn: 'each', run: traces.flush, lastRun: true },
    {
      name: 'audit-seals',
      everyMs: second,
      runsIn: 'each',
      run: createSealer({ db, secret, log: log.logger }),
      lastRun: true,
    },
    {
      name: noticeJob,
      everyMs: 5 * second,
      runsIn: 'each',
      run: (signal) => deliverDueNotices(() => contextOf(noticeJob), readClock, signal),
    },
    {
      name: accessNoticeJob,
      everyMs: 30 * second,
      runsIn: 'one',
      run: async (signal) => {
        await tellLostAccess(() => contextOf(accessNoticeJob), signal);
        await deliverDueNotices(() => contextOf(accessNoticeJob), readClock, signal, true);
      },
    },
    { name: mailJob, everyMs: 5 * second, runsIn: 'one', run: deliverMails },
    { name: 'mail-metrics', everyMs: 15 * second, runsIn: 'each', run: () => measureOutbox(db, readClock()) },
    { name: 'agent-approvals', everyMs: 30 * second, runsIn: 'one', run: mailApprovals },
    { name: requestJob, everyMs: 30 * second, runsIn: 'one', run: mailRequests },
    { name: 'agent-ends', everyMs: minute, runsIn: 'one', run: (signal) => endAgents(db, readClock(), signal) },
    { name: 'client-logos', everyMs: 30 * second, runsIn: 'one', run: fetchLogos },
    { name: 'client-uses', everyMs: minute, runsIn: 'each', run: () => writeUses(db), lastRun: true },
    { name: 'scope-uses', everyMs: minute, runsIn: 'each', run: () => writeScopeUses(db), lastRun: true },
    { name: 'issued-tokens', everyMs: minute, runsIn: 'each', run: countTokens, lastRun: true },
    { name: 'usage', everyMs: minute, runsIn: 'one', run: (signal) => countEvents(db, { signal }) },
    { name: 'expired-rows', everyMs: minute, runsIn: 'one', run: (signal) => sweepExpired(db, readClock(), signal) },
    {
      name: 'large-changes',
      everyMs: 5 * second,
      runsIn: 'one',
      run: (signal) => continueLargeChange(db, readClock(), signal),
    },
    { name: 'removals', everyMs: second, runsIn: 'one', run: (signal) => continueRemovals(db, readClock(), signal) },
    { name: 'revocations', everyMs: second, runsIn: 'one', run: (signal) => continueRevocations(db, signal) },
    {
      name: 'memberships',
      everyMs: 30 * second,
      runsIn: 'one',
      run: async (signal) => {
        await endMemberships(db, readClock(), signal);
        await endAssignments(db, { now: readClock(), ...(await readNames()), signal });
        await expireRequests(await contextOf('memberships'), signal);
      },
    },
    {
      name: 'former-groups',
      everyMs: 60 * minute,
      runsIn: 'one',
      run: async (signal) => {
        await forgetGroups(db, readClock(), signal);
        await forgetRoles(db, readClock(), signal);
      },
    },
    { name: 'user-words', everyMs: minute, runsIn: 'one', run: (signal) => fillUserWords(database, signal) },
    { name: 'tenant-words', everyMs: minute, runsIn: 'one', run: (signal) => fillTenantWords(db, signal) },
    { name: 'registrations', everyMs: 10 * minute, runsIn: 'one', run: sweepAgents },
    { name: 'unproved-accounts', everyMs: 60 * minute, runsIn: 'one', run: sweepAccounts },
    { name: 'audit-retention', everyMs: 10 * minute, runsIn: 'one', run: purgeAudit },
  ];
}

/** The names of roles by ID. */
async function readNames() {
  const clients = [...(await getSnapshot(readClock())).clients.values()];
  const roles = new Map(clients.flatMap((client) => client.roles.map(({ id, name }) => [id, name] as const)));
  return { roles, clientNames: new Map(clients.map(({ clientId, clientName }) => [clientId, clientName])) };
}

async function lookOfTenant(tenant: string | null) {
  const { portal, tenants } = await getSnapshot(readClock());
  const of = tenant === null ? undefined : tenants.get(tenant);
  return mailLook(lookOf(portal, of?.enabled ? of : null));
}
