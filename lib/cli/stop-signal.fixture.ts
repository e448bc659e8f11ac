import { onStopSignal } from './stop-signal';

/** Long enough to notice the end of a parent several times. */
const giveUpMs = 2_500;

const finish = (word: string) => process.stdout.write(`${word}\n`, () => process.exit(0));
onStopSignal(() => finish('stopped'));
setTimeout(() => finish('nobody asked'), giveUpMs);
process.stdout.write('ready\n');
