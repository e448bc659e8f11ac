import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findInHosts, parseHosts, parseSearch, searchedNames } from './system-names';

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
