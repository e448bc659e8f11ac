export type Dialect = 'sqlite' | 'postgresql';
