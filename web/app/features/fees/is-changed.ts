/** Whether what is in a form says something else than what is saved: masks spell an amount in another way. */
export const isChanged = (
  saved: Readonly<Record<string, unknown>>,
  typed: Readonly<Record<string, unknown>>,
): boolean =>
  Object.keys(saved).some((name) => {
    const [one, other] = [saved[name], typed[name]].map((value) => String(value ?? ''))
    return one !== other && (one === '' || other === '' || Number(one) !== Number(other))
  })
