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
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  // All processes read the same outbox, so the workers of a cluster report the same number, and it must not be added up.
  const gauge = (name: string, help: string) => new Gauge({ name, help, aggregator: 'max', registers });
  return {
    registry,
    requests: new Counter({
      name: 'signet_requests_total',
      help: 'Requests by endpoint and outcome',
      labelNames: ['endpoint', 'outcome'],
      registers,
      collect: addWaiting,
    }),
    durations: new Histogram({
      name: 'signet_request_duration_seconds',
      help: 'Response time by endpoint',
      labelNames: ['endpoint'],
      buckets,
      registers,
    }),
    tokensIssued: counter('signet_tokens_issued_total', 'Token responses by grant', ['grant']),
    explanationsDropped: counter(
      'signet_explanations_dropped_total',
      'Refusals that were logged but not stored, because the queue was full or the database refused them',
    ),
    requestsLimited: counter(
      'signet_requests_limited_total',
      'Unauthenticated requests that were refused because their address stored too many or too large values',
      ['limit'],
    ),
    jobRuns: counter('signet_job_runs_total', 'Runs of background jobs by outcome', ['job', 'outcome']),
    mails: counter(
      'signet_mails_total',
      'Attempts to send an email by kind and outcome: sent, postponed (tried again later) or failed (not tried again)',
      ['kind', 'outcome'],
    ),
    mailsWaiting: gauge('signet_mails_waiting', 'Emails waiting in the outbox'),
    oldestMail: gauge('signet_mail_oldest_seconds', 'Age of the oldest waiting email, or 0'),
    signIns: counter('signet_sign_ins_total', 'Sign-in attempts by outcome', ['outcome']),
  };
}

/** The requests of an endpoint with one outcome, and those of them that the counter does not have yet. */
type Requests = {
  readonly total: Counter.Internal;
  readonly duration: Histogram.Internal<'endpoint'>;
  waiting: number;
};

const requestCounts = () => singleton('request-counts', () => new Map<string, Requests>());

/**
 * Counts an answered request.
 * @param endpoint a path of the route table or the name of an area
 * @param outcome a word from a closed set
 */
export function countRequest(endpoint: string, outcome: string, seconds: number): void {
  const counts = requestCounts();
  const key = `${endpoint} ${outcome}`;
  let known = counts.get(key);
  if (known === undefined) {
    // Resolves the labels once, because every request is counted here.
    const { requests, durations } = metrics();
    known = { total: requests.labels(endpoint, outcome), duration: durations.labels(endpoint), waiting: 0 };
    counts.set(key, known);
  }
  known.waiting += 1;
  known.duration.observe(seconds);
}

/** When the metrics are read. The counter looks its labels up each time. */
function addWaiting(): void {
  for (const known of requestCounts().values()) {
    known.total.inc(known.waiting);
    known.waiting = 0;
  }
}
