import { applyConfiguration } from '#lib/config/apply';
import { byCommandLine } from '#lib/config/authorship';
import { parseConfiguration } from '#lib/config/file';
import { createExplain } from '#lib/explain/explain';
import type { RequestPlace } from '#lib/explain/refusal';
import { saveExplanations } from '#lib/explain/store';
import { startExplanationWriter } from '#lib/explain/writer';
import { handleBackChannelLogout } from '#lib/federation/back-channel-logout';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { handleFederationCallback } from '#lib/login/federation/callback';
import { handleFederationStart } from '#lib/login/federation/start';
import { handleFederationSubmit } from '#lib/login/federation/submit';
import { handleConsentSubmit } from '#lib/login/submit-consent';
import { handleDeviceSubmit } from '#lib/login/submit-device';
import { handleLoginSubmit } from '#lib/login/submit-login';
import { handleLogoutSubmit } from '#lib/login/submit-logout';
import { handleRealmSubmit } from '#lib/login/submit-realm';
import { handleSignUpSubmit } from '#lib/login/submit-sign-up';
import { handleAuthorize } from '#lib/protocol/authorize';
import { handleCheckSession } from '#lib/protocol/check-session';
import type { Context, Handler } from '#lib/protocol/context';
import { handleDeviceAuthorization } from '#lib/protocol/device-authorization';
import { handleDiscovery } from '#lib/protocol/discovery';
import { handleEndSession } from '#lib/protocol/end-session';
import { handleIntrospection } from '#lib/protocol/introspection';
import { handleJwks } from '#lib/protocol/jwks';
import { handleLoggedOut } from '#lib/protocol/logged-out';
import { handlePushedAuthorization } from '#lib/protocol/pushed-authorization';
import { localize } from '#lib/protocol/read-locale';
import { handleRegistration } from '#lib/protocol/registration';
import { handleRevocation } from '#lib/protocol/revocation';
import { handleToken } from '#lib/protocol/token';
import { handleUserinfo } from '#lib/protocol/userinfo';
import { runHandler } from '#lib/protocol/watch-request';
import { parseSettings } from '#lib/settings/parse';
import { loadSnapshot } from '#lib/snapshot/load-snapshot';
import { startTraceRecorder } from '#lib/trace/recorder';
import { saveSteps } from '#lib/trace/store';
import { createTestDatabase } from './database';
import { provideKey, withHashes } from './made-once';
import { testSecret } from './running-server';

export const issuer = 'https://op.test';

const handlers: Readonly<Record<string, Handler>> = {
  '/connect/authorize': handleAuthorize,
  '/connect/par': handlePushedAuthorization,
  '/connect/token': handleToken,
  '/connect/deviceauthorization': handleDeviceAuthorization,
  '/connect/userinfo': handleUserinfo,
  '/connect/introspect': handleIntrospection,
  '/connect/revocation': handleRevocation,
  '/connect/endsession': handleEndSession,
  '/connect/endsession/callback': handleLoggedOut,
  '/connect/checksession': handleCheckSession,
  '/connect/register': handleRegistration,
  '/.well-known/openid-configuration': handleDiscovery,
  '/.well-known/openid-configuration/jwks': handleJwks,
  '/login/submit': handleLoginSubmit,
  '/realm/submit': handleRealmSubmit,
  '/federation/submit': handleFederationSubmit,
  '/signup/submit': handleSignUpSubmit,
  '/device/submit': handleDeviceSubmit,
  '/consent/submit': handleConsentSubmit,
  '/logout/submit': handleLogoutSubmit,
};

function federationHandler(path: string): Handler | undefined {
  if (/^\/federation\/[^/]+\/start$/.test(path)) return handleFederationStart;
  if (/^\/federation\/[^/]+\/backchannel-logout$/.test(path)) return handleBackChannelLogout;
  return /^\/federation\/[^/]+\/callback$/.test(path) ? handleFederationCallback : undefined;
}

/** A provider on a database of its own, called without a network, with a clock the test moves. */
export type TestProvider = {
  readonly context: () => Context;
  /** For a second connection to its database. */
  readonly databaseUrl: string;
  /** Sends a request; the method is GET, or POST when there is a body. */
  readonly send: (path: string, request?: Partial<HttpRequest>) => Promise<HttpResponse>;
  /** Posts a form without cookies, as a client does. */
  readonly post: (path: string, fields: FormFields, headers?: HttpRequest['headers']) => Promise<HttpResponse>;
  readonly advance: (seconds: number) => void;
  /** What was written to the log as an event of security, oldest first. */
  readonly events: readonly unknown[];
  /** Applies a configuration file and takes it into use at once. */
  readonly configure: (file: object) => Promise<void>;
  /** Writes the explanation records that wait. */
  readonly flushExplanations: () => Promise<void>;
  /** Writes the steps of traces that wait. */
  readonly flushTraces: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A list is a repeated field. */
export type FormFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Opens a database, applies the file and makes the provider. */
export async function createTestProvider(
  file: object,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestProvider> {
  const open = await createTestDatabase();
  const settings = parseSettings(
    { SIGNET_ISSUER: issuer, SIGNET_SECRET: testSecret, SIGNET_LOG_LEVEL: 'silent', ...environment },
    { readSecretFile: () => testSecret, fileExists: () => false, processors: 2 },
  );
  let now = new Date('2026-01-01T12:00:00Z');
  const configure = async (configuration: object) => {
    const parsed = await withHashes(parseConfiguration(JSON.stringify(configuration)));
    await applyConfiguration(open, parsed, { prune: false, now, secret: settings.secret, by: byCommandLine });
    await refreshConfiguration();
  };
  const refreshConfiguration = async () => {
    snapshot = await loadSnapshot(open.db, settings.secret, now);
  };
  await provideKey(open.db, parseConfiguration(JSON.stringify(file)), settings.secret, now);
  let snapshot = await loadSnapshot(open.db, settings.secret, now);
  await configure(file);
  const events: unknown[] = [];
  const log = recordEvents(events);
  const explanations = startExplanationWriter({
    secret: settings.secret,
    write: (rows) => saveExplanations(open.db, rows),
    isTemporary: () => false,
    log,
  });
  const traces = startTraceRecorder({ secret: settings.secret, write: (steps) => saveSteps(open.db, steps), log });
  const contextOf = (place: RequestPlace): Context => {
    const explain = createExplain(explanations, { ...place, now, log: () => log });
    return { settings, db: open.db, snapshot, now, requestId: 'test-request', log, refreshConfiguration, explain };
  };
  const context = () => contextOf({ endpoint: 'test', clientAddress: '192.0.2.1' });
  const send: TestProvider['send'] = (path, request = {}) => {
    const [pathname = '', query = ''] = path.replace(issuer, '').split('?');
    const handler = handlers[pathname] ?? federationHandler(pathname);
    if (handler === undefined) throw new Error(`no handler for ${pathname}`);
    const method = request.body === undefined ? 'GET' : 'POST';
    const whole = { method, path: pathname, query, headers: {}, body: '', clientAddress: '192.0.2.1', ...request };
    const place = { endpoint: pathname, clientAddress: whole.clientAddress };
    return runHandler(handler, whole, contextOf(place), traces.note).then((answer) =>
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
    },
    events,
    configure,
    flushExplanations: () => explanations.flush(),
    flushTraces: () => traces.flush(),
    close: async () => {
      await traces.stop();
      await explanations.stop();
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
