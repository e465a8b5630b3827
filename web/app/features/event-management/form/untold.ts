import type { FieldProblem } from '#contract/errors.ts'

/** Categories and the kits sold in them lack each other, so they are one place. */
const placeOf = (field: string): string => {
  const [list = ''] = field.split('.')
  return list === 'products' ? 'modalities' : list
}

/** What is missing, without what a problem of the same place says already. */
export function untold(
  missing: readonly FieldProblem[],
  problems: readonly FieldProblem[],
): readonly FieldProblem[] {
  const told = new Set(problems.map(({ field }) => placeOf(field)))
  return missing.filter(({ field }) => !told.has(placeOf(field)))
}
