import { useState } from 'react'
import type { State } from '#contract/city/city.ts'

/** The states for the form. After a failed load, those of the previous one remain. */
export function useKnownStates(states: readonly State[]): readonly State[] {
  const [known, setKnown] = useState(states)
  if (states.length > 0 && states !== known) setKnown(states)
  return known
}
