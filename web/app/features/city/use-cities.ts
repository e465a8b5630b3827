import { useEffect, useState } from 'react'
import type { City, listCities } from '#contract/city/city.ts'
import { showToast } from '#web/ui/toast.ts'

const knownCities = new Map<string, City[]>()

/** Most visitors of the list of races choose no state, so the API client is loaded on demand. */
async function loadCities(uf: string, signal: AbortSignal) {
  const { api } = await import('#web/api/api.ts')
  return api<typeof listCities>({ method: 'GET', path: '/states/:uf/cities' }, { params: { uf }, signal })
}

/** The cities of a state; null while they load, empty when loading failed. */
export function useCities(state: string): City[] | null {
  const [answer, setAnswer] = useState<{ state: string; cities: City[] } | null>(null)

  useEffect(() => {
    if (!state || knownCities.has(state)) return
    const call = new AbortController()
    loadCities(state, call.signal).then(
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
