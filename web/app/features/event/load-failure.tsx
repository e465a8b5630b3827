import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { ErrorState } from '../../ui/error-state.tsx'

interface LoadFailureProps {
  /** What could not be done; a missing connection is told instead when that is the reason. */
  message: string
  offline: boolean
}

/** In place of what could not be loaded. Tries again when asked, and by itself when the connection is back. */
export function LoadFailure({ message, offline }: LoadFailureProps) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!offline) return
    const retry = () => void revalidate()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [offline, revalidate])
  return (
    <ErrorState
      message={offline ? 'Erro de conexão.' : message}
      onRetry={() => void revalidate()}
      busy={state === 'loading'}
    />
  )
}
