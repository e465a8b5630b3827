import './mantine.css'
import { MantineContext, MantineProvider } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { theme } from './theme.ts'

/** `color-scheme.ts` keeps and shows the scheme; Mantine only reads what is shown, from style sheets. */
const ELSEWHERE = {
  get: () => 'auto' as const,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

/**
 * What Mantine's components need around them: forms and signed-in screens have it from their layout. A part that is loaded later into a
 * page without it brings it along.
 */
export function Mantine({ children }: { children: ReactNode }) {
  if (useContext(MantineContext)) return children
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={ELSEWHERE}
      getRootElement={() => undefined}
      withCssVariables={false}
      // For `visibleFrom` and `hiddenFrom`, which nothing uses.
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
