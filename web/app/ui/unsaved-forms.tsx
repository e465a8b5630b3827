import { createContext, type ReactNode, use, useCallback, useEffect, useId, useState } from 'react'
import { LeaveDialog } from './leave-dialog.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

const Report = createContext<(form: string, dirty: boolean) => void>(() => {})

/** One guard for all forms of a page, because React Router accepts only one. */
export function UnsavedForms({ children }: { children: ReactNode }) {
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  const { blocker } = useLeaveGuard(dirty.size > 0)
  const report = useCallback((form: string, isDirty: boolean) => {
    setDirty((forms) => {
      if (forms.has(form) === isDirty) return forms
      const others = [...forms].filter((one) => one !== form)
      return new Set(isDirty ? [...others, form] : others)
    })
  }, [])
  return (
    <Report value={report}>
      {children}
      <LeaveDialog blocker={blocker}>Se você sair agora, elas se perdem.</LeaveDialog>
    </Report>
  )
}

export function useUnsaved(dirty: boolean): void {
  const form = useId()
  const report = use(Report)
  useEffect(() => {
    report(form, dirty)
    return () => report(form, false)
  }, [report, form, dirty])
}
