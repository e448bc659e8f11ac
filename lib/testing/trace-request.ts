import type { TestApi } from './admin-api';

/**
 * Traces a client through the API while it requests a sign-in that is refused.
 * @returns the parts of the addresses of the trace and of its step
 */
export async function traceRequest({ provider, call }: TestApi, token: string, clientId: string) {
  const made = await call('POST', '/traces', { token, body: { client_id: clientId } });
  await provider.context().refreshConfiguration();
  await provider.send(`/connect/authorize?client_id=${clientId}&redirect_uri=https%3A%2F%2Fevil.test`);
  await provider.flushTraces();
  const step = await provider.context().db.traceStep.findFirstOrThrow({ select: { id: true } });
  return { trace_id: String(made.json.id), step_id: step.id };
}
