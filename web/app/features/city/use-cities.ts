import { useEffect, useState } from 'react'
import { type City, type listCities, type listStates, STATE_CODES, type State } from '#contract/city.ts'
import { api } from '../../api.ts'
import { showToast } from '../../ui/toast.ts'

const CODES: readonly State[] = STATE_CODES.map((code) => ({ abbreviation: code, name: code }))

/** Asked once a visit: states do not change meanwhile. */
let knownStates: readonly State[] | undefined

/** The 27 states; by their abbreviations alone until their names are here, so that one can be chosen at any time. */
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
        // The abbreviations serve.
      },
    )
    return () => call.abort()
  }, [])
  return states
}

/** Asked once a visit: municipalities do not change meanwhile. */
const knownCities = new Map<string, City[]>()

/** The municipalities of a state; null while they are on their way, none when they could not be had. */
export function useCities(state: string): City[] | null {
  const [answer, setAnswer] = useState<{ state: string; cities: City[] } | null>(null)

  useEffect(() => {
    if (!state || knownCities.has(state)) return
    const call = new AbortController()
    api<typeof listCities>(
      { method: 'GET', path: '/states/:uf/cities' },
      { params: { uf: state }, signal: call.signal },
    ).then(
      ({ data }) => {
        knownCities.set(state, data)
        setAnswer({ state, cities: data })
      },
      () => {
        if (call.signal.aborted) return
        setAnswer({ state, cities: [] })
        showToast('error', 'Erro ao consultar as cidades.')
      },
    )
    return () => call.abort()
  }, [state])

  if (!state) return []
  return knownCities.get(state) ?? (answer?.state === state ? answer.cities : null)
}
