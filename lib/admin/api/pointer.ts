const part = /^(?:\[(\d+)\]|\.?("(?:[^"\\]|\\.)*"|[^.[\]]+))/;

/** Converts the output of formatPath() to a JSON Pointer (RFC 6901): `redirect_uris[1]` → `/redirect_uris/1`. */
export function toPointer(field: string): string {
  let rest = field;
  let pointer = '';
  for (let match = part.exec(rest); match !== null; match = part.exec(rest)) {
    const [whole, index, name = ''] = match;
    const key = index ?? (name.startsWith('"') ? String(JSON.parse(name)) : name);
    pointer += `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    rest = rest.slice(whole.length);
  }
  return pointer;
}
