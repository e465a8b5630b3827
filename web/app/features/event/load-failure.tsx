import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { ErrorState } from '../../ui/error-state.tsx'

interface LoadFailureProps {
  /** The message for a failure; a missing connection has its own. */
  message: string
  offline: boolean
}

/** An error state that retries on a click, and by itself when the connection is back. */
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
      offline={offline}
    />
  )
}
