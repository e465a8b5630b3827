import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiFailure } from './api.ts'
import { prepareToasts } from './ui/toast.ts'

/** Whether to try again: the connection is lost or the server was busy. Refusals are not repeated. */
const isPassing = (failure: Error) =>
  failure instanceof ApiFailure && (failure.status === 0 || failure.status >= 502)

/** Server data of signed-in pages. Pass the token as `key`, so that another person starts with an empty cache. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // Queries run without a connection too: they fail visibly and run again when the connection is back.
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
