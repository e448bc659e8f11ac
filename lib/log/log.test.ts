import { describe, expect, it } from 'vitest';
import { createLog, readableLines } from './log';

describe('createLog', () => {
  it('writes one JSON line an event, with the time in ISO form and the request id', () => {
    const lines: string[] = [];
    createLog('info', { write: (line) => lines.push(line) })
      .forRequest('r1')
      .info({ outcome: 'issued' }, 'request');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: 'r1',
      outcome: 'issued',
      msg: 'request',
    });
  });

  it('writes nothing below its level, and nothing at all when silent', () => {
    const lines: string[] = [];
    createLog('warn', { write: (line) => lines.push(line) }).logger.info('quiet');
    createLog('silent', { write: (line) => lines.push(line) }).logger.error('quiet');
    expect(lines).toEqual([]);
  });
});

describe('readableLines', () => {
  it('puts time, level, message and fields on one line', () => {
    const printed: string[] = [];
    const { write } = readableLines((line) => printed.push(line));
    write('{"level":30,"time":"2026-01-02T03:04:05.678Z","status":200,"path":"/login","msg":"request"}');
    expect(printed).toEqual(['03:04:05 info  request status=200 path=/login\n']);
  });

  it('prints no control characters of a caller (security #163)', () => {
    const printed: string[] = [];
    const { write } = readableLines((line) => printed.push(line));
    write(JSON.stringify({ level: 40, time: '2026-01-02T03:04:05.678Z', path: '/\u001b[2J\u202e\n', msg: 'request' }));
    expect(printed).toEqual(['03:04:05 warn  request path=/?[2J??\n']);
  });

  it.each([
    ['in a list', { registered: ['https://a.test/\u009b2J\u202e'] }, 'registered=["https://a.test/?2J?"]'],
    [
      'in the stack of an error',
      { err: { stack: 'Error: no \u001b[2J\u202e\n    at f' } },
      '\nError: no ?[2J?\n    at f',
    ],
  ])('prints no control characters of a caller %s (security #163)', (_, fields, shown) => {
    const printed: string[] = [];
    const { write } = readableLines((line) => printed.push(line));
    write(JSON.stringify({ level: 50, time: '2026-01-02T03:04:05.678Z', ...fields, msg: 'failed' }));
    expect(printed[0]).toContain(shown);
  });
});
