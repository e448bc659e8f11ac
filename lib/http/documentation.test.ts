import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findRoute } from '#lib/routes';
import { defaultLimits } from './limits';

const kib = (bytes: number) => bytes / 1024;
const seconds = (milliseconds: number) => milliseconds / 1000;
const read = (path: string) => readFileSync(path, 'utf8').replace(/\s+/g, ' ');

const { headerBytes, urlBytes, pageBodyBytes, headersTimeoutMs, requestTimeoutMs } = defaultLimits;
const authorizeBytes = findRoute('/connect/authorize')?.maxUrlBytes ?? 0;
const tokenBytes = findRoute('/connect/token')?.maxBodyBytes ?? 0;
const pictureBytes = findRoute('/account/picture/submit')?.maxBodyBytes ?? 0;

describe('the limits of requests', () => {
  it('are those of docs/operations.md', () => {
    const page = read('docs/operations.md');
    const ofAuthorize = `of \`/connect/authorize\` ${kib(authorizeBytes)} KiB`;
    const address = `the address ${kib(urlBytes)} KiB, ${ofAuthorize}, of \`/connect/endsession\` ${kib(headerBytes)} KiB`;
    expect(page).toContain(`| request line and headers | ${kib(headerBytes)} KiB; ${address} |`);
    const picture = `of a person's picture ${kib(pictureBytes) / 1024} MiB`;
    expect(page).toContain(`| body | ${kib(pageBodyBytes) / 1024} MiB, of endpoints less, ${picture} |`);
    const times = `${seconds(headersTimeoutMs)} and ${seconds(requestTimeoutMs)} seconds`;
    expect(page).toContain(`| time for headers, for a whole request | ${times} |`);
  });

  it('are those of docs/protocol.md', () => {
    const page = read('docs/protocol.md');
    const ofAuthorize = `that of \`/connect/authorize\` ${kib(authorizeBytes)} KiB`;
    const ofEndSession = `of \`/connect/endsession\` ${kib(headerBytes)} KiB`;
    expect(page).toContain(`An address has at most ${kib(urlBytes)} KiB, ${ofAuthorize} and ${ofEndSession} (414)`);
    expect(page).toContain(`The request line and all headers together have at most ${kib(headerBytes)} KiB (431)`);
    expect(page).toContain(`\`application/x-www-form-urlencoded\` in UTF-8, at most ${kib(tokenBytes)} KB`);
    const times = `the headers took longer than ${seconds(headersTimeoutMs)} seconds, or the body longer than ${seconds(requestTimeoutMs)}`;
    expect(page).toContain(times);
  });
});
