import { encode } from 'uqr';

/** A QR code as a drawing: the path of its dark modules, in a square of `size` units with a border of 4 (ISO 18004). */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}
