import { useEffect, useState } from 'react'
import { ROLE_HEADER, type Role } from '#contract/roles.ts'
import type { getMe } from '#contract/session.ts'
import { ApiFailure, api } from '../api.ts'
import { saveRole } from '../session.ts'
import { ErrorState } from '../ui/error-state.tsx'

/** Goes on in another role of the person, which this device remembers; what stands around this shows the page then. */
export function SwitchRole({ role }: { role: Role }) {
  const [attempt, setAttempt] = useState(1)
  const [failed, setFailed] = useState(0)
  useEffect(() => {
    const calling = new AbortController()
    const { signal } = calling
    api<typeof getMe>({ method: 'GET', path: '/me' }, { headers: { [ROLE_HEADER]: role }, signal })
      .then(({ data }) => saveRole(role, data))
      .catch((failure) => {
        if (!signal.aborted && failure instanceof ApiFailure) setFailed(attempt)
      })
    return () => calling.abort()
  }, [role, attempt])
  if (failed < attempt)
    return (
      <p role="status" className="sr-only">
        Carregando…
      </p>
    )
  return (
    <ErrorState
      message="Erro ao trocar de perfil. Tente novamente."
      onRetry={() => setAttempt(attempt + 1)}
    />
  )
}
