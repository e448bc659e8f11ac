import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RangeService, startRangeService } from '#lib/testing/range-service';
import { countBreaches, findNewPasswordProblem, isBreachedPassword } from './breached-password';

/** SHA-1 5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8. */
const known = 'password';
const tail = '1E4C9B93F3F0682250B6CF8331B7EE68FD8';
const knownPhrase = 'purple otter counts seventeen clocks';
const unknownPhrase = 'purple otter counts seventeen clouds';

let service: RangeService;
let policy: { readonly issuer: string; readonly outboundAllow: readonly string[]; readonly breachCheck: string };
const warnings: unknown[] = [];
const log = { warn: (...given: unknown[]) => warnings.push(given) };
const isBreached = (password: string) => isBreachedPassword(password, { settings: policy, log });

beforeAll(async () => {
  service = await startRangeService(known, knownPhrase);
  policy = { issuer: 'https://id.example.com', outboundAllow: ['127.0.0.1'], breachCheck: service.address };
});
afterAll(() => service.close());
beforeEach(() => {
  service.answer = null;
  service.asked.splice(0);
  warnings.splice(0);
});

describe('a new password and the service of SIGNET_BREACH_CHECK', () => {
  it('sends only five digits of the hash (security #88)', async () => {
    expect(await isBreached(known)).toBe(true);
    const [request] = service.asked;
    expect([request?.method, request?.url]).toEqual(['GET', '/range/5BAA6']);
    expect(request?.headers).toMatchObject({ 'add-padding': 'true', 'user-agent': 'Signet' });
    expect(JSON.stringify([request?.url, request?.rawHeaders])).not.toMatch(/password|1E4C9/i);
  });

  it('refuses only a breached password, after the policy', async () => {
    const check = (password: string) =>
      findNewPasswordProblem(password, { username: 'alice', minimumLength: 15 }, { settings: policy, log });
    expect(await check(known)).toBe('password_too_short');
    expect(service.asked).toEqual([]);
    expect(await check(knownPhrase)).toBe('password_breached');
    expect(await check(unknownPhrase)).toBeNull();
  });

  it.each([
    ['a padding line', `${tail}:0`],
    ['a line without a count', tail],
    ['a page', '<!doctype html><title>Welcome</title>'],
    ['nothing', ''],
  ])('treats %s as not breached', async (_name, body) => {
    service.answer = (response) => response.end(body);
    expect(await countBreaches(known, policy.breachCheck, policy)).toBe(0);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['answers 503', (response) => response.writeHead(503).end(`${tail}:9`)],
    ['redirects', (response) => response.writeHead(302, { location: '/range/other' }).end()],
    ['sends a megabyte', (response) => response.end('x'.repeat(1_000_000))],
    ['hangs up', (response) => response.destroy()],
  ])('accepts the password and logs it if the service %s', async (_name, answer) => {
    service.answer = answer;
    expect(await isBreached(known)).toBe(false);
    expect(warnings).toHaveLength(1);
  });

  it('sends no request if it is off, nor to a private address that is not allowed (security #123)', async () => {
    expect(await isBreachedPassword(known, { settings: { ...policy, breachCheck: null }, log })).toBe(false);
    expect(await isBreachedPassword(known, { settings: { ...policy, outboundAllow: [] }, log })).toBe(false);
    expect(service.asked).toEqual([]);
  });
});
