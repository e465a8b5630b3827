import { useEffect, useRef, useState } from 'react'
import type { lookUpZip } from '#contract/city.ts'
import { onlyDigits } from '#contract/documents.ts'
import { api } from '../../api.ts'

/** What a postal code says of an address; a code of a whole town leaves street and district empty. */
export interface ZipAddress {
  address: string
  district: string
  city: string
  state: string
}

const NOTHING: ZipAddress = { address: '', district: '', city: '', state: '' }
const ZIP_LENGTH = 8

interface ZipLookup {
  /** Tell it what is typed, and only that: a code that was stored keeps the address stored with it. */
  change: (zip: string) => void
  busy: boolean
  /** What came of the last look-up, when not an address. */
  problem: string | null
}

/**
 * Looks an address up when a postal code is whole and hands it to `fill`; anything else empties those fields.
 * With `delayMs` it waits until the typing rests.
 */
export function useZipLookup(fill: (address: ZipAddress) => void, delayMs = 0): ZipLookup {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const asked = useRef<AbortController>(undefined)
  useEffect(() => () => asked.current?.abort(), [])

  async function look(zip: string, signal: AbortSignal): Promise<void> {
    try {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
      if (signal.aborted) return
      const { data } = await api<typeof lookUpZip>(
        { method: 'GET', path: '/cep/:cep' },
        { params: { cep: zip }, signal },
      )
      if (signal.aborted) return
      if ('erro' in data) setProblem('CEP não encontrado.')
      else fill({ address: data.logradouro, district: data.bairro, city: data.localidade, state: data.uf })
    } catch {
      if (!signal.aborted) setProblem('Erro ao buscar CEP.')
    } finally {
      if (!signal.aborted) setBusy(false)
    }
  }

  return {
    change(zip) {
      const digits = onlyDigits(zip)
      asked.current?.abort()
      setProblem(null)
      fill(NOTHING)
      const whole = digits.length === ZIP_LENGTH
      setBusy(whole)
      if (!whole) return
      asked.current = new AbortController()
      void look(digits, asked.current.signal)
    },
    busy,
    problem,
  }
}
