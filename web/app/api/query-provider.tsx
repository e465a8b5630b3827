import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { prepareToasts } from '#web/ui/toast.ts'
import { ApiFailure } from './api.ts'

/** Whether a retry may succeed: the connection was lost or the server was busy. Refusals are not retried. */
const isPassing = (failure: Error) =>
  failure instanceof ApiFailure && (failure.status === 0 || failure.status >= 502)

/** The cache of server data. Pass the token as `key`, so that another user starts with an empty one. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // Queries run even without a connection: they fail visibly and run again when it returns.
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
