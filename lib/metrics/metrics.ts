import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { singleton } from '#lib/singleton';

/** In seconds. They range from a JWT in memory to a password that waits in the queue. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The counters of this process. They are created once, although Next and the server have their own copies of this code.
 * Labels come from closed sets (route table, outcomes, grants), never from a caller.
 */
export function metrics() {
  return singleton('metrics', createMetrics);
}

function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Counter({
      name: 'signet_requests_total',
      help: 'Requests by endpoint and outcome',
      labelNames: ['endpoint', 'outcome'],
      registers,
    }),
    durations: new Histogram({
      name: 'signet_request_duration_seconds',
      help: 'Time to answer by endpoint',
      labelNames: ['endpoint'],
      buckets,
      registers,
    }),
    tokensIssued: new Counter({
      name: 'signet_tokens_issued_total',
      help: 'Token responses by grant',
      labelNames: ['grant'],
      registers,
    }),
    explanationsDropped: new Counter({
      name: 'signet_explanations_dropped_total',
      help: 'Refusals that were logged and not stored, because the queue was full or the database refused them',
      registers,
    }),
    requestsLimited: new Counter({
      name: 'signet_requests_limited_total',
      help: 'Requests of callers who proved nothing, refused because their address kept too many or too much',
      labelNames: ['limit'],
      registers,
    }),
    jobRuns: new Counter({
      name: 'signet_job_runs_total',
      help: 'Runs of background jobs by outcome',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    mails: new Counter({
      name: 'signet_mails_total',
      help: 'Attempts to send a mail by kind and outcome: sent, postponed (tried again later) or failed (given up)',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    // All processes read the same outbox, so the workers of a cluster report the same number, and it must not be added
    // up.
    mailsWaiting: new Gauge({
      name: 'signet_mails_waiting',
      help: 'Mails in the outbox that were not sent yet',
      aggregator: 'max',
      registers,
    }),
    oldestMail: new Gauge({
      name: 'signet_mail_oldest_seconds',
      help: 'Age of the mail that waits longest, 0 without one',
      aggregator: 'max',
      registers,
    }),
    signIns: new Counter({
      name: 'signet_sign_ins_total',
      help: 'Sign-in attempts by outcome',
      labelNames: ['outcome'],
      registers,
    }),
  };
}

type Count = (seconds: number) => void;

/**
 * Counts an answered request.
 * @param endpoint a path of the route table or the name of an area
 * @param outcome a word from a closed set
 */
export function countRequest(endpoint: string, outcome: string, seconds: number): void {
  const counts = singleton('request-counts', () => new Map<string, Count>());
  const key = `${endpoint} ${outcome}`;
  const count = counts.get(key) ?? resolve(endpoint, outcome);
  counts.set(key, count);
  count(seconds);
}

/** Resolves the labels once, because every request is counted here. */
function resolve(endpoint: string, outcome: string): Count {
  const total = metrics().requests.labels(endpoint, outcome);
  const duration = metrics().durations.labels(endpoint);
  return (seconds) => {
    total.inc();
    duration.observe(seconds);
  };
}
