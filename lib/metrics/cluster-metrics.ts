import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { createId } from '#lib/crypto/random';
import { metrics } from './metrics';

type Question = { readonly signet: 'metrics'; readonly id: string };
type Answer = Question & { readonly text: string };

const answerWithinMs = 6_000;

/** In the primary process: answers workers that request the metrics of all workers. */
export function answerWorkers(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isQuestion(message)) return;
    const reply = (text: string) => worker.isConnected() && worker.send({ ...message, text });
    aggregator.clusterMetrics().then(reply, () => reply(''));
  });
}

/** In a worker: lets the primary read this process's counters. */
export function joinClusterMetrics(): void {
  AggregatorRegistry.setRegistries([metrics().registry]);
  new AggregatorRegistry();
}

/**
 * The metrics in the text format of Prometheus: those of all workers if there are several processes, otherwise those of
 * this one.
 */
export async function readMetrics(): Promise<string> {
  const all = cluster.isWorker ? await askPrimary() : '';
  return all === '' ? metrics().registry.metrics() : all;
}

/** @returns an empty text if the primary does not answer in time */
function askPrimary(): Promise<string> {
  const question: Question = { signet: 'metrics', id: createId() };
  return new Promise((resolve) => {
    const finish = (text: string) => {
      clearTimeout(timer);
      process.off('message', listen);
      resolve(text);
    };
    const listen = (message: unknown) => {
      if (isAnswer(message) && message.id === question.id) finish(message.text);
    };
    const timer = setTimeout(finish, answerWithinMs, '');
    process.on('message', listen);
    process.send?.(question);
  });
}

function isQuestion(message: unknown): message is Question {
  return (
    typeof message === 'object' &&
    message !== null &&
    'signet' in message &&
    message.signet === 'metrics' &&
    'id' in message
  );
}

function isAnswer(message: unknown): message is Answer {
  return isQuestion(message) && 'text' in message && typeof message.text === 'string';
}
