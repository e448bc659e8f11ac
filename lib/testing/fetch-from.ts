import type { HttpResponse } from '#lib/http/types';
import type { TestProvider } from './provider';

type Sent = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: { toString(): string } | null | undefined;
};

/** `fetch` for a relying party. It passes requests to the provider without a network. */
export function fetchFrom(provider: TestProvider) {
  return async (url: string, { method, headers, body }: Sent): Promise<Response> =>
    toResponse(await provider.send(url, { method, headers, body: body?.toString() ?? '' }));
}

function toResponse({ status, headers, body }: HttpResponse): Response {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(body === '' ? null : body, { status, headers: pairs });
}
