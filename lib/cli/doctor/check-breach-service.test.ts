import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RangeService, startRangeService } from '#lib/testing/range-service';
import { checkBreachService } from './check-breach-service';

let service: RangeService;
beforeAll(async () => {
  service = await startRangeService('password');
});
afterAll(() => service.close());

async function check(breachCheck: string | null) {
  const findings = [];
  const settings = { issuer: 'https://id.example.com', outboundAllow: ['127.0.0.1'], breachCheck };
  for await (const finding of checkBreachService(settings)) findings.push(finding);
  return findings;
}

it('reports whether the service of SIGNET_BREACH_CHECK answers, and whether it knows passwords', async () => {
  expect(await check(service.address)).toMatchObject([{ ok: true }]);
  service.answer = (response) => response.end('welcome');
  expect(await check(service.address)).toMatchObject([{ ok: false }]);
  service.answer = (response) => response.writeHead(500).end();
  expect(await check(service.address)).toMatchObject([{ ok: false }]);
});

it('says nothing when it is not configured', async () => {
  expect(await check(null)).toEqual([]);
});
