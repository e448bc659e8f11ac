import { readFileSync } from 'node:fs';

export type BuiltAction = { readonly id: string; readonly address: string };

/** The actions of the build by file and export: the ID in requests, which is not secret, and the address of a page. */
export function readActions(): Map<string, BuiltAction> {
  const text = readFileSync('.next/server/server-reference-manifest.json', 'utf8');
  const manifest: { node: Record<string, { filename: string; exportedName: string; workers: object }> } =
    JSON.parse(text);
  return new Map(
    Object.entries(manifest.node).map(([id, { filename, exportedName, workers }]) => [
      `${filename} ${exportedName}`,
      { id, address: (Object.keys(workers)[0] ?? '').replace(/^app|\/page$/g, '').replace(/\[[^\]]+\]/g, 'x') },
    ]),
  );
}
