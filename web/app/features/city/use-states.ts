import { useEffect, useState } from 'react'
import { type listStates, STATE_CODES, type State } from '#contract/city.ts'
import { api } from '../../api.ts'

// A separate file, because the list of races must not load the contract's schemas.
const CODES: readonly State[] = STATE_CODES.map((code) => ({ abbreviation: code, name: code }))

/** Fetched once a visit: states do not change meanwhile. */
let knownStates: readonly State[] | undefined

/** The 27 states; only abbreviations until the names are loaded, so that one can be chosen at any time. */
export function useStates(): readonly State[] {
  const [states, setStates] = useState(knownStates ?? CODES)
  useEffect(() => {
    if (knownStates) return
    const call = new AbortController()
    api<typeof listStates>({ method: 'GET', path: '/states' }, { signal: call.signal }).then(
      ({ data }) => {
        knownStates = data
        setStates(data)
      },
      () => {
        // The abbreviations stay.
      },
    )
    return () => call.abort()
  }, [])
  return states
}
