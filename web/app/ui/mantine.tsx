import './mantine.css'
import { MantineContext, MantineProvider } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { theme } from './theme.ts'

/** `color-scheme.ts` stores and applies the scheme, so Mantine must not manage it. */
const ELSEWHERE = {
  get: () => 'auto' as const,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

/** A component that is loaded later on a page without Mantine brings its own. */
export function Mantine({ children }: { children: ReactNode }) {
  if (useContext(MantineContext)) return children
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={ELSEWHERE}
      getRootElement={() => undefined}
      withCssVariables={false}
      // Disables the classes for `visibleFrom` and `hiddenFrom`, which are not used.
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
