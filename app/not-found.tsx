export { drawUnknownPage as default } from '#lib/next/unknown-page';
