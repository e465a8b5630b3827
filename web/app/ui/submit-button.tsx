import { Button, type ButtonProps, Loader } from '@mantine/core'
import classes from './submit-button.module.css'
import { useHydrated } from './use-hydrated.ts'

interface SubmitButtonProps extends Omit<ButtonProps, 'loading' | 'type' | 'disabled'> {
  busy: boolean
  /** Its form is kept when it is submitted before hydration (`use-early-submit.ts`). */
  early?: boolean
  /** Shown while busy, instead of a spinner alone. */
  busyLabel?: string
  children: string
}

/** Submits its form. Before hydration it is disabled, unless the form is kept: the browser would submit it, passwords included, by itself. */
export function SubmitButton({ busy, early, busyLabel, children, ...props }: SubmitButtonProps) {
  const hydrated = useHydrated()
  return (
    <Button
      {...props}
      type="submit"
      disabled={(!hydrated && !early) || (busy && busyLabel !== undefined)}
      loading={busy && !busyLabel}
      className={classes.button}
      data-waiting={!hydrated || undefined}
      leftSection={busy && busyLabel ? <Loader size={18} color="currentColor" /> : props.leftSection}
    >
      {busy && busyLabel ? busyLabel : children}
    </Button>
  )
}
