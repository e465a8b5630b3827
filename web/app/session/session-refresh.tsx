import { useEffect } from 'react'
import type { getMe } from '#contract/account/session.ts'
import { ApiFailure, api } from '#web/api/api.ts'
import { showToast } from '#web/ui/toast.ts'
import { askForEnrolment, clearSession, updateSession } from './session.ts'

/** Requests `GET /me` once per visit. As specified, a failure signs out; a lost connection does not. */
export function SessionRefresh() {
  useEffect(() => {
    const calling = new AbortController()
    refresh(calling.signal)
    return () => calling.abort()
  }, [])
  return null
}

async function refresh(signal: AbortSignal): Promise<void> {
  try {
    const { data } = await api<typeof getMe>({ method: 'GET', path: '/me' }, { signal })
    if (!data?.user || !data.roles || !data.permissions) throw new ApiFailure(500, '')
    const { user, roles, permissions, must_enrol: mustEnrol } = data
    updateSession({ user, roles, permissions })
    if (mustEnrol) askForEnrolment()
  } catch (failure) {
    if (signal.aborted || !(failure instanceof ApiFailure)) return
    const handled = failure.status === 0 || failure.status === 401
    if (handled) return
    showToast('error', 'Erro ao buscar dados do usuário. Tente novamente.', { onNextPage: true })
    clearSession()
  }
}
