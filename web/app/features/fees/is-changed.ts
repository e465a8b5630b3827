/** Amounts are compared as numbers, because masks format them differently. */
export const isChanged = (
  saved: Readonly<Record<string, unknown>>,
  typed: Readonly<Record<string, unknown>>,
): boolean =>
  Object.keys(saved).some((name) => {
    const [one, other] = [saved[name], typed[name]]
    if (Array.isArray(one) && Array.isArray(other)) return isChanged({ ...one }, { ...other })
    const [before, after] = [String(one ?? ''), String(other ?? '')]
    return before !== after && (before === '' || after === '' || Number(before) !== Number(after))
  })
