import { describe, expect, it } from 'vitest';
import { createStatementNames } from './statement-names';

describe('createStatementNames', () => {
  it('gives the same text the same name in every process, and different texts different names', () => {
    const name = createStatementNames();
    expect(name({ sql: 'SELECT 1' })).toBe(createStatementNames()({ sql: 'SELECT 1' }));
    expect(name({ sql: 'SELECT 1' })).not.toBe(name({ sql: 'SELECT 2' }));
    expect(name({ sql: 'SELECT 1' })).toMatch(/^signet_[\w-]{24}$/);
  });

  it.each(['BEGIN', 'COMMIT', 'ROLLBACK', 'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE'])('leaves %s alone', (sql) => {
    expect(createStatementNames()({ sql })).toBe('');
  });

  it('keeps a bounded number of names, even for statements with lists of any length', () => {
    const name = createStatementNames();
    const names = Array.from({ length: 600 }, (_, index) => name({ sql: `SELECT ${index}` }));
    expect(new Set(names).size).toBe(501);
    expect(name({ sql: 'SELECT 0' })).toBe(names[0]);
  });
});
