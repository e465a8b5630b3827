/** In the order in which keys first occur. */
export function sumBy<Row, Key>(
  rows: readonly Row[],
  key: (row: Row) => Key,
  value: (row: Row) => number,
): Map<Key, number> {
  const sums = new Map<Key, number>()
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0) + value(row))
  return sums
}

export const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0)
