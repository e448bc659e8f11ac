import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type NameServer, type Question, startNameServer } from '#lib/testing/name-server';
import { createLookUp, findInHosts, parseHosts, parseSearch, searchedNames } from './look-up';
import type { OutboundCause } from './resolve-target';
import { sendRequest } from './send-request';

describe('a look-up of names', () => {
  const servers: NameServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  async function start(answer: (question: Question) => Answer) {
    const server = await startNameServer(answer);
    servers.push(server);
    return server;
  }

  /** Long enough on any machine for a name server that answers. */
  const patient = 30_000;
  const ask = { cause: 'keys', isAllowed: false } as const;
  const fresh = () => `${randomUUID()}.example`;

  /** Answers each type with its addresses. */
  const having = (a: Answer, aaaa: Answer) => (question: Question) => (question.type === 'A' ? a : aaaa);

  describe('a name is looked up at the name servers', () => {
    it.each<[string, Answer, Answer, readonly string[]]>([
      ['both families', ['192.0.2.1', '192.0.2.2'], ['2001:db8::1'], ['192.0.2.1', '192.0.2.2', '2001:db8::1']],
      ['IPv4 alone', ['192.0.2.1'], [], ['192.0.2.1']],
      ['IPv6 alone', [], ['2001:db8::5:1'], ['2001:db8::5:1']],
      ['IPv4 from a server that never answers for IPv6', ['192.0.2.1'], 'silence', ['192.0.2.1']],
      ['no address', [], [], []],
      ['no such name', 'nxdomain', 'nxdomain', []],
    ])('%s', async (_, a, aaaa, expected) => {
      const { address } = await start(having(a, aaaa));
      const lookUp = createLookUp({ servers: [address], deadlineMs: patient });
      expect(await lookUp(fresh(), ask)).toEqual(expected);
    });

    it('which are asked once for requests at the same time', async () => {
      const server = await start(having(['192.0.2.1'], []));
      const lookUp = createLookUp({ servers: [server.address], deadlineMs: patient });
      const name = fresh();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => lookUp(index % 2 ? name : `${name}.`, ask)),
      );
      expect(new Set(answers.flat())).toEqual(new Set(['192.0.2.1']));
      expect(server.questions).toHaveLength(2);
    });

    it('and again for the next request: an address that moved is found', async () => {
      let current = '192.0.2.1';
      const { address } = await start(({ type }) => (type === 'A' ? [current] : []));
      const lookUp = createLookUp({ servers: [address], deadlineMs: patient });
      const name = fresh();
      expect(await lookUp(name, ask)).toEqual(['192.0.2.1']);
      current = '192.0.2.2';
      expect(await lookUp(name, ask)).toEqual(['192.0.2.2']);
    });

    it('of which the next one is asked when the first is silent', async () => {
      const silent = await start(() => 'silence');
      const good = await start(having(['192.0.2.1'], []));
      const lookUp = createLookUp({ servers: [silent.address, good.address], deadlineMs: 3_000 });
      expect(await lookUp(fresh(), ask)).toEqual(['192.0.2.1']);
    });

    it('but never for localhost, which is this machine (RFC 6761 §6.3)', async () => {
      const server = await start(having(['192.0.2.1'], []));
      const lookUp = createLookUp({ servers: [server.address] });
      expect(await lookUp('localhost', ask)).toContain('127.0.0.1');
      expect(await lookUp('app.LOCALHOST.', ask)).toEqual(['127.0.0.1', '::1']);
      expect(server.questions).toEqual([]);
    });
  });

  describe('a silent name server (security #195)', () => {
    /** Silent for everybody but the provider. */
    const silentFor = (provider: string) => (question: Question) =>
      question.name !== provider ? 'silence' : question.type === 'A' ? ['127.0.0.1'] : [];

    it('ends a look-up at its deadline and leaves nothing behind', async () => {
      const server = await start(() => 'silence');
      const lookUp = createLookUp({ servers: [server.address], deadlineMs: 90 });
      await expect(lookUp(fresh(), ask)).rejects.toThrow('no name server answered within 90 ms');
      expect(process.getActiveResourcesInfo()).not.toContain('QueryReqWrap');
    });

    it('holds no thread of the process', async () => {
      const server = await start(() => 'silence');
      const lookUp = createLookUp({ servers: [server.address], deadlineMs: 600 });
      const waiting = Array.from({ length: 32 }, () => lookUp(fresh(), ask).catch(() => 'ended'));
      await server.asked(32);
      expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap');
      // Files need threads: these answers come while every look-up still waits.
      const first = await Promise.race([
        Promise.all(waiting),
        Promise.all(Array.from({ length: 16 }, () => stat('.'))),
      ]);
      expect(first).not.toContain('ended');
      expect(await Promise.all(waiting)).toEqual(Array.from({ length: 32 }, () => 'ended'));
    });

    it.each<OutboundCause>(['keys', 'request_object', 'sector', 'document', 'logo'])(
      'takes nothing from the sign-in at a provider, whatever strangers cause by %s',
      async (cause) => {
        const provider = createServer((_, response) => response.end('{}'));
        await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
        const address = provider.address();
        const port = typeof address === 'object' && address !== null ? address.port : 0;
        const name = fresh();
        const server = await start(silentFor(name));
        const lookUp = createLookUp({ servers: [server.address], deadlineMs: 600 });
        const flood = Array.from({ length: 200 }, () =>
          lookUp(fresh(), { cause, isAllowed: false }).then(fail, reasonOf),
        );
        const policy = { issuer: 'https://op.example', outboundAllow: [name] };
        const request = { method: 'GET', url: `http://${name}:${port}/` } as const;
        const { status } = await sendRequest(request, { policy, cause: 'provider', resolve: lookUp });
        expect(status).toBe(200);
        const refused = (await Promise.all(flood)).filter((reason) => reason.includes('already'));
        expect(refused).toHaveLength(200 - 32);
        // Their places are free again.
        expect(await lookUp(name, { cause, isAllowed: true })).toEqual(['127.0.0.1']);
        await new Promise((resolve) => provider.close(resolve));
      },
    );
  });

  function fail(): never {
    throw new Error('a silent server answered');
  }

  function reasonOf(error: unknown): string {
    return error instanceof Error ? error.message : '';
  }
});

describe('the names of the system', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'signet-names-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(name: string, text: string): string {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  }

  describe('the hosts file of the machine', () => {
    it('is read as hosts(5) says: comments, several names, several lines of a name, any case', () => {
      const text = [
        '# 192.0.2.9 idp.lan',
        '192.0.2.1\tidp.lan IDP  # the old one',
        '  2001:db8::1 idp.lan',
        '192.0.2.1 idp.lan',
        'not-an-address idp.lan',
        '',
        '192.0.2.2',
      ].join('\r\n');
      expect([...parseHosts(text)]).toEqual([
        ['idp.lan', ['192.0.2.1', '2001:db8::1']],
        ['idp', ['192.0.2.1']],
      ]);
    });

    it('counts again as soon as it was changed', () => {
      const path = write('hosts', '192.0.2.1 idp.lan\n');
      expect(findInHosts('idp.lan', path)).toEqual(['192.0.2.1']);
      expect(findInHosts('other.lan', path)).toEqual([]);
      write('hosts', '192.0.2.1 idp.lan\n192.0.2.2 other.lan\n');
      expect(findInHosts('other.lan', path)).toEqual(['192.0.2.2']);
    });

    it('may be absent, and may say something else of localhost', () => {
      expect(findInHosts('idp.lan', join(folder, 'absent'))).toEqual([]);
      expect(findInHosts('localhost', join(folder, 'absent'))).toEqual(['127.0.0.1', '::1']);
      expect(findInHosts('localhost', write('hosts', '127.0.0.1 localhost\n'))).toEqual(['127.0.0.1']);
    });
  });

  describe('the search list of resolv.conf', () => {
    it.each<[string, readonly string[]]>([
      [
        'nameserver 192.0.2.53\nsearch auth.svc.cluster.local svc.cluster.local\noptions ndots:5\n',
        ['auth.svc.cluster.local', 'svc.cluster.local'],
      ],
      ['search first.example\nsearch second.example.\n', ['second.example']],
      ['search first.example\ndomain second.example third.example\n', ['second.example']],
      ['search .\n', []],
      ['# search commented.example\n', []],
      ['', []],
    ])('%j', (text, expected) => {
      expect(parseSearch(text)).toEqual(expected);
    });

    it('completes a name of the local network, after the name itself if it has a dot', () => {
      const path = write('resolv.conf', 'search auth.svc.cluster.local svc.cluster.local\n');
      expect(searchedNames('idp', path)).toEqual(['idp.auth.svc.cluster.local', 'idp.svc.cluster.local', 'idp']);
      expect(searchedNames('idp.auth', path)).toEqual([
        'idp.auth',
        'idp.auth.auth.svc.cluster.local',
        'idp.auth.svc.cluster.local',
      ]);
    });
  });
});
