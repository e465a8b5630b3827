import { useEffect, useState } from 'react'
import type { Role } from '#contract/roles.ts'
import { ApiFailure } from '../api.ts'
import { switchRole } from '../switch-role.ts'
import { ErrorState } from '../ui/error-state.tsx'

/** Switches to another role of the person; what stands around this shows the page then. */
export function SwitchRole({ role }: { role: Role }) {
  const [attempt, setAttempt] = useState(1)
  const [failed, setFailed] = useState(0)
  useEffect(() => {
    const calling = new AbortController()
    switchRole(role, calling.signal).catch((failure) => {
      if (!calling.signal.aborted && failure instanceof ApiFailure) setFailed(attempt)
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
