import { useEffect, useState } from 'react'
import { type listStates, STATE_CODES, type State } from '#contract/city/city.ts'
import { api } from '#web/api/api.ts'

// A separate file, so that the list of races does not load the contract's schemas.
const CODES: readonly State[] = STATE_CODES.map((code) => ({ abbreviation: code, name: code }))

let knownStates: readonly State[] | undefined

/** Until the names are loaded, or after a failure, the abbreviations serve as names. */
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
      () => {},
    )
    return () => call.abort()
  }, [])
  return states
}
