import { serveLogo } from '#lib/next/serve-logo';

export const GET = serveLogo;
