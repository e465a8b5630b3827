import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiFailure } from './api.ts'
import { prepareToasts } from './ui/toast.ts'

/** Tried again: no connection, or a server that was busy. Never a refusal. */
const isPassing = (failure: Error) =>
  failure instanceof ApiFailure && (failure.status === 0 || failure.status >= 502)

/** Server data of signed-in pages. Give it the token as `key`: another person starts with nothing. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // Asked for without a connection too: it fails, is told, and is asked for again when the connection is back.
          queries: {
            networkMode: 'always',
            refetchOnReconnect: true,
            staleTime: 30_000,
            retry: (count, failure) => count < 2 && isPassing(failure),
          },
          mutations: { networkMode: 'always', retry: false },
        },
      }),
  )
  useEffect(prepareToasts, [])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
