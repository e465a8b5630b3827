import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiFailure } from './api.ts'

/** Tried again: no connection, or a server that was busy. Never a refusal. */
const isPassing = (failure: Error) =>
  failure instanceof ApiFailure && (failure.status === 0 || failure.status >= 502)

/** Server data of signed-in pages. Give it the token as `key`: another person starts with nothing. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { staleTime: 30_000, retry: (count, failure) => count < 2 && isPassing(failure) },
          mutations: { retry: false },
        },
      }),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
