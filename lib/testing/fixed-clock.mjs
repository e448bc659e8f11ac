import { readFileSync } from 'node:fs';

// Is loaded into a server and replaces its clock by the fixed time in the file, in milliseconds since 1970.
const file = process.env.TEST_CLOCK ?? '';
const read = () => Number(readFileSync(file, 'utf8'));

globalThis.Date = new Proxy(Date, {
  construct: (real, values, target) => Reflect.construct(real, values.length === 0 ? [read()] : values, target),
  get: (real, name) => (name === 'now' ? read : Reflect.get(real, name)),
});
