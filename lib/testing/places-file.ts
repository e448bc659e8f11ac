type Value = string | number | { readonly [name: string]: Value };

/** A value in the format of MaxMind DB 2.0, as far as a small file needs it. */
function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([Buffer.from([0x40 + Buffer.byteLength(value)]), Buffer.from(value)]);
  if (typeof value === 'number') return Buffer.from([0xc2, value >> 8, value & 0xff]);
  const members = Object.entries(value);
  return Buffer.concat([
    Buffer.from([0xe0 + members.length]),
    ...members.flatMap((pair) => pair.map((one) => encode(one))),
  ]);
}

/** A file in MaxMind's format with the lower half of all IPv4 addresses. */
export function placesFile(record: Value): Buffer {
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'City',
    description: {},
    ip_version: 4,
    node_count: 1,
    record_size: 24,
  });
  // One node: its left record points to the first value after the separator, its right one to nothing.
  const tree = Buffer.from([0, 0, 17, 0, 0, 1]);
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    encode(record),
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    metadata,
  ]);
}
