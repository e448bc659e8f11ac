import { runTypeScript } from '../../lib/testing/run-typescript.mjs';

// npm run screens [-- folder [look [interactions | accounts | mails | admin]]]: needs the production build (npm start makes it).
await runTypeScript('e2e/screens/take.ts');
