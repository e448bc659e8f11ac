import { inject } from 'vitest';
import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { parseConfiguration } from '#lib/config/file';
import type { Context } from '#lib/context';
import type { MasterSecret } from '#lib/crypto/master-secret';
import { readRevision } from '#lib/db/revision';
import { saveExplanations } from '#lib/explain/explanation-store';
import type { RequestPlace } from '#lib/explain/refusal';
import { createExplain, createExplanationWriter } from '#lib/explain/writer';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { localize } from '#lib/protocol/read-locale';
import { runHandler } from '#lib/protocol/watch-request';
import { findRoute } from '#lib/routes';
import { parseSettings } from '#lib/settings/parse';
import { loadSnapshot } from '#lib/snapshot/load-snapshot';
import { createTraceRecorder } from '#lib/trace/recorder';
import { saveSteps } from '#lib/trace/step-store';
import { createTestDatabase } from './database';
import { fillAsBefore, provideKey, withHashes } from './made-once';
import { testSecret } from './running-server';
import { type ServedBuild, serveBuild } from './serve-build';

export const issuer = 'https://op.test';

/** A provider on a new database, called without a network, with a clock that the test sets. */
export type TestProvider = {
  readonly context: () => Context;
  /** The location of its database, for a second connection. */
  readonly databaseUrl: string;
  /** Sends a request. The method is GET, or POST if there is a body. */
  readonly send: (path: string, request?: Partial<HttpRequest>) => Promise<HttpResponse>;
  /** Posts a form without cookies, as a client does. */
  readonly post: (path: string, fields: FormFields, headers?: HttpRequest['headers']) => Promise<HttpResponse>;
  readonly advance: (seconds: number) => void;
  /** The security events in the log, oldest first. A server process may write a line after its answer: poll for it. */
  readonly events: readonly unknown[];
  /** Applies a configuration file and activates it immediately. */
  readonly configure: (file: object) => Promise<void>;
  /** Writes the pending explanation records. */
  readonly flushExplanations: () => Promise<void>;
  /** Writes the pending steps of traces. */
  readonly flushTraces: () => Promise<void>;
  /** From now on requests are handled by a process with this secret, on the same database. */
  readonly serveWith: (secret: MasterSecret) => void;
  readonly close: () => Promise<void>;
};

/** A list becomes a repeated field. */
export type FormFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Opens a database, applies the file and creates the provider. With TEST_AGAINST=build in the environment, its requests
 * are sent to a server process of the production build on the same database. `npm run test:attacks` checks in this way
 * that the build behaves the same.
 */
export async function createTestProvider(
  file: object,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestProvider> {
  const open = await createTestDatabase();
  let settings = parseSettings(
    { SIGNET_ISSUER: issuer, SIGNET_SECRET: testSecret, SIGNET_LOG_LEVEL: 'silent', ...environment },
    { readSecretFile: () => testSecret, fileExists: () => false, processors: 2 },
  );
  let now = new Date('2026-01-01T12:00:00Z');
  const apply = async (configuration: object) => {
    const parsed = await withHashes(parseConfiguration(JSON.stringify(configuration)));
    const { secret, issuer } = settings;
    await applyConfiguration(open, parsed, { prune: false, now, secret, issuer, by: byCommandLine });
  };
  const configure = async (configuration: object) => {
    await apply(configuration);
    await refreshConfiguration();
    await build?.useConfiguration(now);
  };
  const refreshConfiguration = async () => {
    snapshot = await loadSnapshot(open.db, settings.secret, now);
    return snapshot;
  };
  const key = JSON.stringify([inject('database').dialect, file, environment]);
  let snapshot = await fillAsBefore(open, key, async () => {
    await provideKey(open.db, parseConfiguration(JSON.stringify(file)), settings.secret, now);
    await apply(file);
    return loadSnapshot(open.db, settings.secret, now);
  });
  const events: unknown[] = [];
  const log = recordEvents(events);
  const explanations = createExplanationWriter({
    write: (rows) => saveExplanations(open.db, rows),
    isTemporary: () => false,
  });
  const traces = createTraceRecorder({ secret: settings.secret, write: (steps) => saveSteps(open.db, steps), log });
  const contextOf = (place: RequestPlace, isLocal = false): Context => {
    const explain = createExplain(explanations, { ...place, now, log: () => log });
    const { note: noteExchange } = traces;
    const facts = { settings, db: open.db, snapshot, now, requestId: 'test-request', isLocal, log };
    return { ...facts, refreshConfiguration, explain, noteExchange };
  };
  const context = () => contextOf({ endpoint: 'test', clientAddress: '192.0.2.1' });
  const build =
    process.env.TEST_AGAINST === 'build'
      ? await serveBuild({ databaseUrl: open.url, issuer: settings.issuer, environment, now })
      : null;
  const sendToBuild = async (server: ServedBuild, request: HttpRequest) => {
    const answer = await server.send(request);
    // The server may have changed the configuration, for example when a client registered itself.
    if ((await readRevision(open.db)) !== snapshot.revision) await refreshConfiguration();
    return answer;
  };
  const send: TestProvider['send'] = (path, request = {}) => {
    const [pathname = '', query = ''] = path.replace(issuer, '').split('?');
    const route = findRoute(pathname);
    if (route === undefined) throw new Error(`no handler for ${pathname}`);
    const method = request.body === undefined ? 'GET' : 'POST';
    const whole = { method, path: pathname, query, headers: {}, body: '', clientAddress: '192.0.2.1', ...request };
    if (build !== null) return sendToBuild(build, whole);
    const place = { endpoint: pathname, clientAddress: whole.clientAddress };
    return runHandler(route.handler, whole, contextOf(place, whole.isLocal)).then((answer) =>
      localize(answer, whole, context()),
    );
  };
  return {
    context,
    databaseUrl: open.url,
    send,
    post: (path, fields, headers = {}) =>
      send(path, {
        body: encodeForm(fields),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
    advance: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
      build?.setClock(now);
    },
    get events() {
      return build?.events() ?? events;
    },
    configure,
    flushExplanations: () => build?.flush() ?? explanations.flush(),
    flushTraces: () => build?.flush() ?? traces.flush(),
    serveWith: (secret) => {
      if (build !== null) throw new Error('a server process keeps its secret');
      settings = { ...settings, secret };
    },
    close: async () => {
      await build?.close();
      await traces.flush();
      await explanations.flush();
      await open.close();
    },
  };
}

/** Form-encodes the fields that have a value. */
export function encodeForm(fields: FormFields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) form.append(name, one);
  }
  return form.toString();
}

/** The Basic credentials of RFC 6749 §2.3.1. */
export function basic(clientId: string, secret: string): string {
  const half = (text: string) => new URLSearchParams({ v: text }).toString().slice(2);
  return `Basic ${Buffer.from(`${half(clientId)}:${half(secret)}`).toString('base64')}`;
}

/** The JSON body of a response. */
export function bodyOf(response: HttpResponse): Record<string, unknown> {
  return JSON.parse(response.body);
}

function recordEvents(events: unknown[]): Context['log'] {
  const warn = (fields: unknown, message?: unknown) => {
    if (message === 'security') events.push(fields);
  };
  return { debug: () => {}, info: () => {}, warn, error: () => {} };
}
