/** As the area's language writes numbers: what stands in an English sentence is read as English. */
const numberFormat = new Intl.NumberFormat('en');

export function formatNumber(value: number): string {
  return numberFormat.format(value);
}
