import { useEffect, useState } from 'react'
import type { Role } from '#contract/roles.ts'
import { ApiFailure } from '#web/api/api.ts'
import { switchRole } from '#web/session/switch-role.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

/** Switches to another role of the user. The surrounding layout then renders the page. */
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
