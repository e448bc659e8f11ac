import { describe, expect, it } from 'vitest';
import { readPostgresUrl, withoutCredentials } from './postgres-url';

describe('readPostgresUrl', () => {
  it.each([
    ['postgresql://u:p@h:5432/db', ['postgresql://u:p@h:5432/db'], false],
    ['postgres://h/db?target_session_attrs=any', ['postgres://h/db'], false],
    ['postgresql:///db?host=/run/postgresql', ['postgresql:///db?host=/run/postgresql'], false],
    ['postgresql://h/db?target_session_attrs=read-write', ['postgresql://h/db'], true],
    ['postgresql://h/db?sslmode=require&target_session_attrs=primary', ['postgresql://h/db?sslmode=require'], true],
    ['postgresql://u:p@h1:5432,h2:5433/db', ['postgresql://u:p@h1:5432/db', 'postgresql://u:p@h2:5433/db'], true],
    ['postgresql://[::1]:1,h2/db?a=b', ['postgresql://[::1]:1/db?a=b', 'postgresql://h2/db?a=b'], true],
    ['postgresql://u:a@b,c@h1,h2/db', ['postgresql://u:a@b,c@h1/db', 'postgresql://u:a@b,c@h2/db'], true],
  ])('reads %s', (text, urls, mustTakeWrites) => {
    expect(readPostgresUrl(text)).toEqual({ urls, mustTakeWrites });
  });

  it.each([
    ['postgresql://', /^expected file:/],
    ['mysql://h/db', /^expected file:/],
    ['postgresql://h1,,h2/db', /^expected file:/],
    ['postgresql://h1:x,h2/db', /^expected file:/],
    ['postgresql://h1,h2/db?target_session_attrs=prefer-standby', /^expected target_session_attrs=read-write/],
    ['postgresql://h/db?target_session_attrs=read-only', /^expected target_session_attrs=read-write/],
    ['postgresql:///db?host=h1,h2', /^expected several hosts before the database/],
  ])('refuses %s', (text, problem) => {
    expect(readPostgresUrl(text)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

describe('withoutCredentials', () => {
  it.each([
    ['postgresql://u:p@h1:5432,h2:5433/db?sslpassword=x', 'postgresql://h1:5432,h2:5433/db'],
    ['postgresql://u:a@b@h/db', 'postgresql://h/db'],
    ['file:./data/signet.db', 'file:./data/signet.db'],
  ])('%s is shown as %s', (url, shown) => {
    expect(withoutCredentials(url)).toBe(shown);
  });
});
